import { expect, test } from "bun:test";
import { changed, fixture } from "../../engine/vera/archives-for-tests.ts";
import { figurePicture } from "./figure-picture.ts";

const ID = "image_block_000004";

test("figurePicture() gives a figure with its picture", () => {
  const found = figurePicture(fixture("structured"), ID);
  expect(found?.figure).toMatchObject({ asset_id: ID, page_number: 1, caption: null });
  expect(found?.mimeType).toBe("image/png");
  expect([...(found?.data.subarray(0, 4) ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  const odd = changed("structured", "UPDATE attachments SET mime_type = 'image/jpg' WHERE attachment_id LIKE 'image%'");
  expect(figurePicture(odd, ID)).toMatchObject({ mimeType: "image/jpeg", figure: { mime_type: "image/jpg" } });
});

test.each(["source_original", "viewer_pages", "nope", "IMAGE_BLOCK_000004", ""])("%p is no figure", (id) => {
  expect(figurePicture(fixture("structured"), id)).toBeUndefined();
});

test("figurePicture() refuses a picture that no conversation has room for", () => {
  const huge = changed("structured", [
    "UPDATE attachments SET data = zeroblob(?) WHERE attachment_id = ?",
    32 * 2 ** 20 + 1,
    ID,
  ]);
  expect(() => figurePicture(huge, ID)).toThrow(`Figure ${ID} is 33554433 bytes`);
});
