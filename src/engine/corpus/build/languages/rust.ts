import type { SyntaxNode } from "@lezer/common";
import { parser as rust } from "@lezer/rust";
import { blockText, type CodePart, type Declaration, MOST_NESTED, parseCode, parseStrictly } from "./declaration.ts";

const ITEMS = new Set([
  "FunctionItem",
  "StructItem",
  "EnumItem",
  "UnionItem",
  "TraitItem",
  "TypeItem",
  "ConstItem",
  "StaticItem",
  "ModItem",
  "MacroDefinition",
]);
const NAMES = ["BoundIdentifier", "TypeIdentifier", "Identifier"] as const;

export function parseRust(path: string, file: string): ReturnType<typeof parseCode> {
  const text = withoutTests(file);
  const tree = text === file ? 0 : parseStrictly(rust.configure({ strict: true }), text);
  if (typeof tree === "number") return parseCode(rust, path, file);
  return { parts: [{ path, text, tree, start: 0, file }], isWhole: true };
}

/** `///`, `/** *\/` before `pub` items, associated ones and methods of `pub` traits; `//!` of the file. Names: `crate::module::Type::method`. */
export function rustDeclarations({ path, text, tree, start }: CodePart): Declaration[] {
  const found: Declaration[] = [];
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  const inner: SyntaxNode[] = [];
  if (start === 0)
    for (let node = tree.topNode.firstChild; node !== null && isInner(textOf(node)); node = node.nextSibling)
      inner.push(node);
  if (inner[0] !== undefined)
    found.push({
      name: moduleOf(path),
      comment: commentOf(inner.map(textOf)),
      from: inner[0].from,
      to: inner.at(-1)?.to ?? 0,
    });
  walk(tree.topNode, moduleOf(path), false, 0);
  return found;

  function walk(parent: SyntaxNode, module: string, open: boolean, depth: number): void {
    let comments: SyntaxNode[] = [];
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.name === "LineComment" || node.name === "BlockComment") {
        if (isOuter(textOf(node))) comments.push(node);
        continue;
      }
      // Attributes hold what they stand before, and comments between the two.
      let item: SyntaxNode = node;
      while (item.name === "AttributeItem") {
        let last: SyntaxNode | null = null;
        for (let each = item.firstChild; each !== null; each = each.nextSibling) {
          if (each.name.endsWith("Comment") && isOuter(textOf(each))) comments.push(each);
          else if (each.name !== "Attribute") last = each;
        }
        if (last === null) break;
        item = last;
      }
      take(item, comments, module, open, depth);
      comments = [];
    }
  }

  function take(item: SyntaxNode, comments: readonly SyntaxNode[], module: string, open: boolean, depth: number): void {
    const body = item.getChild("DeclarationList");
    if (item.name === "ImplItem") {
      // The methods of a trait are told where it is declared.
      if (item.getChild("for") === null && body !== null && depth < MOST_NESTED)
        walk(body, `${module}::${implemented(item)}`, false, depth + 1);
      return;
    }
    if (!ITEMS.has(item.name)) return;
    const name = NAMES.map((kind) => item.getChild(kind)).find((node) => node !== null);
    if (name === undefined || name === null) return;
    const shown = `${module}::${textOf(name)}`;
    const vis = item.getChild("Vis");
    const isPublic = open || item.name === "MacroDefinition" || (vis !== null && textOf(vis) === "pub");
    const [first] = comments;
    if (isPublic && first !== undefined)
      found.push({
        name: shown,
        comment: commentOf(comments.map(textOf)),
        from: first.from,
        to: item.to,
      });
    if (body === null || depth >= MOST_NESTED) return;
    if (item.name === "ModItem" && textOf(name) !== "tests") walk(body, shown, false, depth + 1);
    if (item.name === "TraitItem" && isPublic) walk(body, shown, true, depth + 1);
  }

  function implemented(item: SyntaxNode): string {
    const type = item.getChild("GenericType")?.getChild("TypeIdentifier") ?? item.getChild("TypeIdentifier");
    return type === null ? "impl" : textOf(type);
  }
}

/** Half of many files is a module of tests at the end, at the margin: it is not worth parsing. */
function withoutTests(text: string): string {
  const start = /^#\[cfg\(test\)\]\r?\nmod \w+ \{\r?$/m.exec(text)?.index ?? text.length;
  return /^\}\s*\S/m.test(text.slice(start)) ? text : text.slice(0, start);
}

function isOuter(comment: string): boolean {
  return /^\/\/\/(?!\/)|^\/\*\*(?![*/])/.test(comment);
}

function isInner(comment: string): boolean {
  return comment.startsWith("//!") || comment.startsWith("/*!");
}

function commentOf(comments: readonly string[]): string {
  return comments
    .map((each) => (each.startsWith("/*") ? blockText(each) : each.replace(/\r$/, "").replace(/^\/\/[/!] ?/, "")))
    .join("\n");
}

/** `crates/lane-map/src/swap/mod.rs` is lane_map::swap. */
function moduleOf(path: string): string {
  const parts = path.replace(/\.rs$/, "").split("/");
  const src = parts.lastIndexOf("src");
  const crate = src > 0 ? [(parts[src - 1] ?? "").replaceAll("-", "_")] : ["crate"];
  const below = src < 0 ? parts.slice(-1) : parts.slice(src + 1);
  if (["mod", "lib", "main"].includes(below.at(-1) ?? "")) below.pop();
  return [...crate, ...below].join("::");
}
