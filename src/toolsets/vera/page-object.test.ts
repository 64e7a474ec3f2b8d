import { expect, test } from "bun:test";
import { changed, fixture } from "../../engine/vera/archives-for-tests.ts";
import { pageObject } from "./page-object.ts";

test("pageObject() gives a page's text and size", () => {
  const page = pageObject(fixture("manual"), 2);
  expect(Object.keys(page)).toEqual(["page_id", "page_number", "width", "height", "text"]);
  expect(page).toMatchObject({ page_id: "page_000002", page_number: 2, width: 595, height: 842 });
  expect(page.text).toContain("Stormwater");
  expect(pageObject(fixture("markdown"), 1)).toMatchObject({ width: null, height: null });
});

test("pageObject() has no page for a number that is none, or where none are stored", () => {
  for (const number of [0, -1, 99])
    expect(pageObject(fixture("manual"), number)).toEqual({ error: `Page ${number} not found` });
  const bare = changed("manual", "DELETE FROM attachments WHERE attachment_id = 'viewer_pages'");
  expect(pageObject(bare, 1)).toEqual({ error: "Page 1 not found" });
});
