import {
  chosenFigures,
  getObject,
  inspectObject,
  overArchive,
  validationObject,
} from "../../../toolsets/vera/archive-objects.ts";
import { chunkRegions } from "../../../toolsets/vera/chunk-regions.ts";
import { figurePicture } from "../../../toolsets/vera/figure-picture.ts";
import { pageObject } from "../../../toolsets/vera/page-object.ts";
import { indentedJson } from "./indented-json.ts";
import { text, truth, whole } from "./kinds.ts";
import { nullable, optional, required } from "./parameters.ts";
import { orRefused } from "./refused.ts";
import { defineTool, list, made, object, textItem } from "./tool.ts";

/** VERA's tools over one archive. */
export const archiveTools = [
  defineTool({
    name: "vera_inspect",
    description: "Tell what a .vera archive is: its document, its numbers, its embedding model and its metadata.",
    parameters: { file: required(text) },
    gives: object,
    run: ({ file }, { access }) => ({ ...inspectObject(access.archive(file)), file }),
  }),
  defineTool({
    name: "vera_validate",
    description: "Check all of a .vera archive, down to every vector and every stored file, and report what is wrong.",
    parameters: { file: required(text) },
    gives: object,
    run: ({ file }, { access }) => ({ ...validationObject(access.archive(file)), file }),
  }),
  defineTool({
    name: "vera_figures",
    description: "List the figures of a .vera archive, each with its caption and its place on the page.",
    parameters: { file: required(text), page_start: nullable(whole), page_end: nullable(whole) },
    gives: list,
    run: ({ file, page_start, page_end }, { access }) =>
      overArchive(access.archive(file), (archive) =>
        chosenFigures(archive, {
          ...(page_start === null ? {} : { firstPage: page_start }),
          ...(page_end === null ? {} : { lastPage: page_end }),
        }),
      ),
  }),
  defineTool({
    name: "vera_get_figure",
    description:
      "Show one figure: its picture, and as JSON its caption, page and place. An id that is no figure's gives an object with `error`.",
    parameters: { file: required(text), asset_id: required(text) },
    gives: made,
    run({ file, asset_id }, { access }) {
      const found = figurePicture(access.archive(file), asset_id);
      if (found === undefined) return { content: [textItem(indentedJson({ error: `Figure ${asset_id} not found` }))] };
      const data = Buffer.from(found.data).toString("base64");
      return {
        content: [textItem(indentedJson(found.figure)), { type: "image" as const, data, mimeType: found.mimeType }],
      };
    },
  }),
  defineTool({
    name: "vera_get_page",
    description: "Give the whole text of one page.",
    parameters: { file: required(text), page_number: required(whole) },
    gives: object,
    run: ({ file, page_number }, { access }) => pageObject(access.archive(file), page_number),
  }),
  defineTool({
    name: "vera_get_chunk",
    description: "Give one chunk by its exact id, with what is needed to cite it.",
    parameters: {
      file: required(text),
      chunk_id: required(text),
      include_figures: optional(truth, false),
      include_regions: optional(truth, false),
    },
    gives: object,
    run({ file, chunk_id, include_figures, include_regions }, { access }) {
      const path = access.archive(file);
      const wanted = { figures: include_figures, regions: include_regions };
      return orRefused(
        () => ({ ...getObject(path, chunk_id, wanted), file }),
        (error) => ({ ok: false, error }),
      );
    },
  }),
  defineTool({
    name: "vera_get_chunk_regions",
    description: "List where the text of a chunk stands in its source: boxes on pages, or lines.",
    parameters: { file: required(text), chunk_id: required(text) },
    gives: list,
    run: ({ file, chunk_id }, { access }) => chunkRegions(access.archive(file), chunk_id),
  }),
];
