/** The version of everything between a file's bytes and its passages. Raise it when any of that changes: files are then read anew. */
export const PIPELINE = "ingest-2";
