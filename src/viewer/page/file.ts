import { footnoteSource, sourcesOf } from "./profiles.ts";
import { fields, number, readView } from "./read-view.ts";
import { Viewer } from "./viewer.ts";

const root = document.getElementById("viewer");
const data = fields(JSON.parse(document.getElementById("sources")?.textContent ?? "{}"));
const pages = fields(data.pages);
if (root === null) throw new Error("the page has no place for the viewer");

const viewer = new Viewer(
  root,
  {
    async load({ id }, page) {
      const { first, views } = fields(pages[id]);
      const view = fields(views)[page === 0 ? number(first) : page];
      if (view === undefined) throw new Error("This file does not hold that page.");
      return readView(view);
    },
    pages: ({ id }) => Object.keys(fields(fields(pages[id]).views)).map(Number),
  },
  { launcher: "Open sources", always: true },
);
viewer.show(sourcesOf(data, footnoteSource));
