import { createPdf } from "./book-tool.ts";
import { create, downloadFile, move, remove } from "./file-tools.ts";
import { deleteImage, listImages, loadImage, moveImage, saveImage } from "./image-tools.ts";
import { reindex, search, status } from "./index-tools.ts";
import { patch } from "./patch-tool.ts";
import { listFiles, outline, read } from "./read-tools.ts";
import { editTable } from "./table-tool.ts";
import type { KbTool } from "./tool.ts";

/** The tools of the Markdown workbench, by name. */
export const kbTools: readonly KbTool[] = [
  create,
  createPdf,
  remove,
  deleteImage,
  downloadFile,
  editTable,
  listFiles,
  listImages,
  loadImage,
  move,
  moveImage,
  outline,
  patch,
  read,
  reindex,
  saveImage,
  search,
  status,
];
