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

  test("is refused where headings would not be what they are: behind an open fence, with one of its own, from above a setext line", () => {
    const open = "# A\n\na\n\n# B\n\n```\ncode\n";
    expect(() => movedSection(file(open), sectionAt(file(open), anchor(open, "1")), "document", "after")).toThrow(
      "“A” would not be one, or stand elsewhere",
    );
    expect(() => movedSection(file(open), sectionAt(file(open), anchor(open, "2")), "document", "before")).toThrow(
      "“A” would not be one",
    );
    expect(() => withSection(file(open), "document", "after", "# N\n\nn\n")).toThrow("“N” would not be one");
    const html = "<!-- a\n\n# B\n-->\n\n# C\n";
    expect(withoutSection(file(html), sectionAt(file(html), anchor(html, "1")))).toBe("<!-- a\n\n# B\n-->\n\n");
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

  test("of items on one line each has its own box, and code behind a marker has none", () => {
    const source = "- - [ ] a\n  - [x] b\n-     [ ] code\n-\t[ ] tab\n-\t\t[ ] code too\n";
    const toggled = (pointer: string) => toggleTask(file(source), anchor(source, pointer)).text;
    expect(toggled("li1.li1")).toBe(source.replace("[ ] a", "[x] a"));
    expect(toggled("li1.li2")).toBe(source.replace("[x] b", "[ ] b"));
    expect(() => toggled("li1")).toThrow("is no task");
    expect(() => toggled("li2")).toThrow("is no task");
    expect(toggled("li3")).toBe(source.replace("[ ] tab", "[x] tab"));
    expect(() => toggled("li4")).toThrow("is no task");
  });
});
