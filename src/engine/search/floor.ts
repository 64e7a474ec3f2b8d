/** The relevance floor. Measured by bench/retrieval-floor.ts; see there for what each value refuses and keeps. */

/** Share of the query's information that some passage must hold for its words alone to answer. */
export const COVERAGE_FLOOR = 0.34;
/** A passage below this cosine is no hit of the dense lane. */
export const COSINE_FLOOR = 0.55;
/** The best passage must be this near when the words alone do not answer. */
export const SURE_COSINE = 0.68;
/** Below this share a passage is no hit, whatever the best one holds: the tail that has only the query's commonest word. */
export const TAIL_FLOOR = 0.1;
