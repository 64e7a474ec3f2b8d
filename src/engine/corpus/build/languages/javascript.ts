import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { blockText, type CodePart, type Declaration, parseCode } from "./declaration.ts";

const TYPESCRIPT = parser.configure({ dialect: "ts" });
const TYPESCRIPT_JSX = parser.configure({ dialect: "ts jsx" });
const JSX = parser.configure({ dialect: "jsx" });

export function parseJavascript(path: string, file: string): ReturnType<typeof parseCode> {
  const dialect = /\.tsx$/.test(path) ? TYPESCRIPT_JSX : /\.[cm]?ts$/.test(path) ? TYPESCRIPT : JSX;
  return parseCode(dialect, path, file);
}

/** JSDoc before what a module exports and the members of its classes. Names: `path/of/module.Name.member`. */
export function javascriptDeclarations({ path, text, tree, start }: CodePart): Declaration[] {
  const found: Declaration[] = [];
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  const module = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
  eachDocumented(tree.topNode, (node, comment, at) => {
    const isFirst = start === 0 && at === 0 && (node === null || node.name === "ImportDeclaration");
    if (isFirst) add(module, comment, comment);
    else if (node?.name === "ExportDeclaration") {
      const declared = declarationIn(node);
      const name = declared === null ? null : nameIn(declared);
      add(`${module}.${name === null ? "default" : textOf(name)}`, comment, node);
    }
  });
  return found;

  function add(name: string, comment: SyntaxNode, node: SyntaxNode): void {
    found.push({
      name,
      comment: blockText(textOf(comment)),
      from: comment.from,
      to: node.to,
    });
  }

  /** Calls `take` for each comment of JSDoc with what stands after it; for exported classes then with their members. */
  function eachDocumented(
    parent: SyntaxNode,
    take: (node: SyntaxNode | null, comment: SyntaxNode, at: number) => void,
  ): void {
    let comment: SyntaxNode | null = null;
    let at = 0;
    for (let node = parent.firstChild; node !== null; node = node.nextSibling, at++) {
      if (node.name === "BlockComment" || node.name === "LineComment") {
        // Two in a row: the first is that of the file.
        if (comment !== null && at === 1) take(null, comment, 0);
        if (isDoc(textOf(node))) comment = node;
        continue;
      }
      if (comment !== null) take(node, comment, at === 1 ? 0 : at);
      comment = null;
      if (node.name === "ExportDeclaration") members(node);
    }
    if (comment !== null && at === 1) take(null, comment, 0);
  }

  function members(exported: SyntaxNode): void {
    const declared = declarationIn(exported);
    const body = declared?.getChild("ClassBody") ?? declared?.getChild("ObjectType") ?? null;
    const name = declared === null ? null : nameIn(declared);
    if (body === null || name === null) return;
    let comment: SyntaxNode | null = null;
    for (let node = body.firstChild; node !== null; node = node.nextSibling) {
      if (node.name === "BlockComment") comment = isDoc(textOf(node)) ? node : comment;
      else if (comment !== null && !/^[,;{]$/.test(node.name)) {
        const member = node.getChild("PropertyDefinition");
        const privacy = node.getChild("Privacy");
        if (member !== null && (privacy === null || textOf(privacy) === "public"))
          add(`${module}.${textOf(name)}.${textOf(member)}`, comment, node);
        comment = null;
      }
    }
  }
}

function isDoc(comment: string): boolean {
  return /^\/\*\*(?![*/])/.test(comment);
}

/** `export declare function f` holds its declaration one step deeper. */
function declarationIn(exported: SyntaxNode): SyntaxNode | null {
  for (let node = exported.firstChild; node !== null; node = node.nextSibling) {
    if (node.name === "AmbientDeclaration") return declarationIn(node);
    if (node.name.endsWith("Declaration")) return node;
  }
  return null;
}

function nameIn(declaration: SyntaxNode): SyntaxNode | null {
  return declaration.getChild("VariableDefinition") ?? declaration.getChild("TypeDefinition");
}
