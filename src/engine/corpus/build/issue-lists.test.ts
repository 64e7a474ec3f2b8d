import { expect, test } from "bun:test";
import { readIssueList } from "./issue-lists.ts";
import { rowsFor } from "./rows-for-tests.ts";

const FIELDS = ["anchor", "kind", "id", "title", "line", "status", "summary", "epic", "depends_on", "gh_issue"];

test("an export of GitHub: numbers, states, labels, bodies", () => {
  const list = [
    {
      id: 99001,
      number: 41,
      title: "Bound the [queue](x)",
      state: "OPEN",
      labels: [{ name: "bug" }],
      body: "Cap it. See #42.\n\nMore.",
    },
    {
      id: 99002,
      number: 42,
      title: "Measure",
      state: "closed",
      labels: [{ name: "epic" }, { name: "status:done" }],
      body: null,
      milestone: { title: "E1" },
    },
  ];
  expect(rowsFor("issues.json", JSON.stringify(list, undefined, 2), FIELDS)).toEqual([
    ["#41", "issue", "#41", "Bound the queue", 4, "open", "Cap it.", undefined, undefined, "41"],
    ["#42", "epic", "#42", "Measure", 16, "done", undefined, "E1", undefined, "42"],
  ]);
});

test("an export of GitLab has iid, and one by GraphQL its lists under nodes", () => {
  expect(
    rowsFor("exports/gitlab-issues.json", '[{"id":7,"iid":3,"title":"T","state":"opened","description":"D."}]', [
      "id",
      "status",
      "summary",
      "line",
    ]),
  ).toEqual([["#3", "opened", "D.", 1]]);
  const graph = '{"data":{"issues":{"nodes":[{"number":5,"title":"G","labels":{"nodes":[{"name":"status:todo"}]}}]}}}';
  expect(rowsFor("issues.json", graph, ["id", "status"])).toEqual([["#5", "todo"]]);
});

test("a plain list in YAML, with lines", () => {
  const text = [
    "# ours",
    "issues:",
    "- title: One",
    "  id: REQ-1",
    "  status: todo",
    "- id: REQ-2",
    "  title: Two",
    "  depends_on: [REQ-1, 7]",
    "  body: |",
    "    Says id: REQ-1. Twice.",
  ];
  expect(rowsFor("planning/issues.yaml", text, FIELDS)).toEqual([
    ["REQ-1", "issue", "REQ-1", "One", 4, "todo", undefined, undefined, undefined, undefined],
    ["REQ-2", "issue", "REQ-2", "Two", 6, undefined, "Says id: REQ-1.", undefined, ["REQ-1", "#7"], undefined],
  ]);
});

test("what cannot be read is flagged, what holds no issues is nothing", () => {
  const flagsOf = (path: string, text: string) =>
    readIssueList({ path, text }).flagged.map(({ item, reason }) => `${item}: ${reason}`);
  expect(flagsOf("issues.json", "[{")).toEqual([
    expect.stringMatching(/^issues\.json: issue list cannot be read \(JSON Parse error: .+\) — no rows$/),
  ]);
  expect(flagsOf("issues.yml", "a: [b")).toEqual([expect.stringMatching(/^issues\.yml: issue list cannot be read \(/)]);
  expect(flagsOf("issues.yml", "- ".repeat(100_000))).toEqual([expect.stringContaining("cannot be read")]);
  expect(flagsOf("issues.json", '[{"id":"A-1","title":"x"},{"id":"A-1"},7]')).toEqual([
    "A-1: issue id occurs more than once — both rows are kept",
    "A-1: issue has no title — its id is used",
    "issues.json (entry 3): issue has neither id nor number — no row",
  ]);
  expect(readIssueList({ path: "issues.json", text: '{"version":1}' }).rows).toEqual([]);
});

test("aliases in YAML that would grow without end are refused", () => {
  const bomb = [
    "a: &a [x, x, x, x, x, x, x, x, x]",
    ..."bcdefghi".split("").map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(", ")}]`),
  ];
  expect(readIssueList({ path: "issues.yaml", text: bomb.join("\n") }).rows).toEqual([]);
});
