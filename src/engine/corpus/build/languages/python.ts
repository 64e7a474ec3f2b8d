import type { SyntaxNode } from "@lezer/common";
import { parser as python } from "@lezer/python";
import { type CodePart, type Declaration, MOST_NESTED, parseCode } from "./declaration.ts";

export function parsePython(path: string, file: string): ReturnType<typeof parseCode> {
  return parseCode(python, path, file);
}

/** Docstrings (PEP 257) of the module, its classes, functions and methods, but for names with an underscore. Names: `package.module.Class.method`. */
export function pythonDeclarations({ path, text, tree, start }: CodePart): Declaration[] {
  const found: Declaration[] = [];
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  const module = moduleOf(path);
  if (start === 0) document(tree.topNode, module, false);
  walk(tree.topNode, module, 0);
  return found;

  /** The first statement of a body, where it is a text. */
  function document(body: SyntaxNode, name: string, whole: boolean): void {
    let first = body.firstChild;
    while (first !== null && (first.name === ":" || first.name === "Comment")) first = first.nextSibling;
    const string = first?.name === "ExpressionStatement" ? first.getChild("String") : null;
    if (first === null || string === null || string.from !== first.from) return;
    const said = /^[rRuU]{0,2}("""|'''|"|')([\s\S]*?)\1$/.exec(textOf(string))?.[2];
    if (said !== undefined && said.trim() !== "")
      found.push({
        name,
        comment: said.replaceAll("\r\n", "\n"),
        from: string.from,
        to: (whole ? body : string).to,
      });
  }

  function walk(body: SyntaxNode, prefix: string, depth: number): void {
    for (let node = body.firstChild; node !== null; node = node.nextSibling) {
      const item =
        node.name === "DecoratedStatement"
          ? (node.getChild("FunctionDefinition") ?? node.getChild("ClassDefinition") ?? node)
          : node;
      if (item.name !== "FunctionDefinition" && item.name !== "ClassDefinition") continue;
      const [name, inner] = [item.getChild("VariableName"), item.getChild("Body")];
      if (name === null || inner === null || textOf(name).startsWith("_")) continue;
      const shown = `${prefix}.${textOf(name)}`;
      document(inner, shown, true);
      if (item.name === "ClassDefinition" && depth < MOST_NESTED) walk(inner, shown, depth + 1);
    }
  }
}

/** `src/lanes/swap.py` is lanes.swap; a package is its folder. */
function moduleOf(path: string): string {
  const parts = path.replace(/\.pyi?$/, "").split("/");
  if (parts[0] === "src" && parts.length > 1) parts.shift();
  if (parts.at(-1) === "__init__" && parts.length > 1) parts.pop();
  return parts.join(".");
}
