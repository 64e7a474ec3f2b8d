import { describe, expect, test } from "bun:test";
import { anchorOf } from "../../../engine/markdown/anchor.ts";
import { outlineOf } from "../../../engine/markdown/outline.ts";
import { decodeMarkdown } from "../../../engine/workspace/markdown-file.ts";
import { movedSection, sectionAt, withoutSection, withSection } from "./section.ts";
import { toggleTask } from "./task.ts";

const file = (text: string) => decodeMarkdown("a.md", Buffer.from(text));
const anchor = (text: string, logical: string) => {
  const found = outlineOf(text).elements.find(({ pointer }) => pointer === logical);
  if (found === undefined) throw new Error(`no ${logical}`);
  return anchorOf(found);
};
const TEXT = "# A\n\na\n\n## B\n\nb\n\n# C\n\nc\n";

describe("sections", () => {
  const move = (from: string, to: string, place: "before" | "after" | "inside") => {
    const one = file(TEXT);
    return movedSection(one, sectionAt(one, anchor(TEXT, from)), to === "document" ? to : anchor(TEXT, to), place);
  };

  test("a section moves with all below it, before and after others", () => {
    expect(move("2", "1", "before")).toBe("# C\n\nc\n\n# A\n\na\n\n## B\n\nb\n\n");
    expect(move("1", "2", "after")).toBe("# C\n\nc\n\n# A\n\na\n\n## B\n\nb\n");
    expect(move("1.1", "2", "inside")).toBe("# A\n\na\n\n# C\n\nc\n\n## B\n\nb\n");
    expect(move("1.1", "document", "before")).toBe("## B\n\nb\n\n# A\n\na\n\n# C\n\nc\n");
  });

  test("where it is already, nothing changes; into itself is refused", () => {
    expect(move("1", "2", "before")).toBe(TEXT);
    expect(() => move("1", "1.1", "before")).toThrow("into itself");
    expect(() => move("1", "1", "inside")).toThrow("into itself");
  });

  test("a stale section is a conflict", () => {
    expect(() => sectionAt(file(TEXT.replace("b\n\n#", "changed\n\n#")), anchor(TEXT, "1"))).toThrow(
      "below it has changed",
    );
    expect(() => sectionAt(file(TEXT), anchor(TEXT, "1.p1"))).toThrow("is no heading");
  });

  test("in another file it takes that file's line ends, behind front matter", () => {
    const other = file("---\r\nx: 1\r\n---\r\nBody\r\n");
    expect(withSection(other, "document", "before", "# N\n\nn\n")).toBe(
      "---\r\nx: 1\r\n---\r\n\r\n# N\r\n\r\nn\r\n\r\nBody\r\n",
    );
    expect(withSection(file(""), "document", "after", "# N\n")).toBe("# N\n");
    expect(withoutSection(file(TEXT), sectionAt(file(TEXT), anchor(TEXT, "1")))).toBe("# C\n\nc\n");
  });
});

describe("toggleTask()", () => {
  const tasks = "- [ ] one\n  - [x] two\n- three\n1. [X] four\n";

  test("changes one character", () => {
    expect(toggleTask(file(tasks), anchor(tasks, "li1"))).toEqual({
      text: tasks.replace("[ ] one", "[x] one"),
      done: true,
      pointer: "li1",
    });
    expect(toggleTask(file(tasks), anchor(tasks, "li1.li1"), false).text).toBe(tasks.replace("[x] two", "[ ] two"));
    expect(toggleTask(file(tasks), anchor(tasks, "li3"), true).text).toBe(tasks);
  });

  test("refuses what is no task, and what has changed", () => {
    expect(() => toggleTask(file(tasks), anchor(tasks, "li2"))).toThrow("is no task");
    expect(() => toggleTask(file(tasks), "document")).toThrow("no list item");
    expect(() => toggleTask(file(tasks.replace("one", "uno")), anchor(tasks, "li1"))).toThrow("has changed");
  });
});
