import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { NotesFolder } from "./folder-for-tests.ts";
import type { Notes } from "./notes.ts";

const NAMES = ["a.md", "b.md", "sub/c.md", "sub/d.md"];
const WORDS = ["water", "parking", "quokka", "EL-A", "4.2", "storm"];
const QUERIES = ["water", "parking storm", "EL-A", "quokka 4.2 water"];

const name = fc.constantFrom(...NAMES);
const text = fc
  .array(
    fc.tuple(
      fc.constantFrom("", "# ", "## ", "- ", "> "),
      fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }),
    ),
    { maxLength: 6 },
  )
  .map((blocks) => blocks.map(([mark, words]) => mark + words.join(" ")).join("\n\n"));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("write" as const), name, text, told: fc.boolean() }) },
  fc.record({ kind: fc.constant("remove" as const), name, told: fc.boolean() }),
  fc.record({ kind: fc.constant("move" as const), name, to: name }),
  fc.record({ kind: fc.constant("move folder" as const) }),
  fc.record({ kind: fc.constant("reindex" as const) }),
);

/** What the tables say, but for numbers of rows and times. */
function contents(storage: string): unknown[] {
  const database = new Database(storage, { readonly: true });
  const rows = database
    .query(
      "SELECT path, sha256, heading_path, text, elements, bare, vector_key FROM documents d LEFT JOIN chunks c ON c.document = d.id ORDER BY path, c.id",
    )
    .all();
  const orphans = database
    .query("SELECT count(*) AS n FROM chunks WHERE document NOT IN (SELECT id FROM documents)")
    .get();
  const living = database.query("SELECT coalesce(sum(living), 0) AS n FROM segments").get();
  const chunks = database.query("SELECT count(*) AS n FROM chunks").get();
  database.close();
  expect(living).toEqual(chunks);
  return [rows, orphans];
}

async function answers(notes: Notes): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const query of QUERIES)
    found.push(
      await notes
        .search({ query, mode: "lexical", limit: 50 })
        // Equal scores may come in any order.
        .then(({ hits }) =>
          hits
            .map(({ path, pointer, score, element }) => JSON.stringify([score.toFixed(6), path, pointer, element]))
            .sort(),
        )
        .catch((error: { code: string }) => error.code),
    );
  return found;
}

test("after any changes the index is the one that would be made from scratch", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const folder = new NotesFolder();
      const notes = folder.open();
      const there = new Set<string>();
      for (const one of steps) {
        if (one.kind === "write") {
          folder.write(one.name, one.text);
          there.add(one.name);
          if (one.told) notes.schedule(one.name);
        } else if (one.kind === "remove" && there.delete(one.name)) {
          rmSync(join(folder.root, one.name));
          if (one.told) notes.schedule(one.name);
        } else if (one.kind === "move" && there.has(one.name) && one.to !== one.name) {
          folder.write(one.to, "");
          renameSync(join(folder.root, one.name), join(folder.root, one.to));
          there.delete(one.name);
          there.add(one.to);
          for (const path of [one.name, one.to]) notes.schedule(path);
        } else if (one.kind === "move folder" && existsSync(join(folder.root, "sub"))) {
          rmSync(join(folder.root, "elsewhere"), { recursive: true, force: true });
          renameSync(join(folder.root, "sub"), join(folder.root, "elsewhere"));
          for (const path of ["sub/c.md", "sub/d.md"]) there.delete(path);
          for (const path of ["sub", "elsewhere"]) notes.schedule(path);
        } else if (one.kind === "reindex") await notes.reindexNow({ scope: "changed", force: false });
        await notes.settled();
      }
      await notes.reindexNow({ scope: "changed", force: false });
      const storage = folder.storage;
      const scratch = Object.assign(new NotesFolder(), { root: folder.root, source: folder.source });
      const anew = scratch.open();
      await anew.reindexNow({ scope: "all", force: false });
      expect(contents(storage)).toEqual(contents(scratch.storage));
      expect(await answers(notes)).toEqual(await answers(anew));
      await Promise.all([notes.close(), anew.close()]);
    }),
    { numRuns: 60 },
  );
}, 60_000);
