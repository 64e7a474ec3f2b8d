import type { SyntaxNode } from "@lezer/common";
import { parser as go } from "@lezer/go";
import { blockText, type CodePart, type Declaration, parseCode } from "./declaration.ts";

export function parseGo(path: string, file: string): ReturnType<typeof parseCode> {
  // The head of generated code (https://go.dev/s/generatedcode).
  if (/^\/\/ Code generated .* DO NOT EDIT\.$/m.test(file.slice(0, 4000))) return { parts: [], isWhole: true };
  return parseCode(go, path, file);
}

/** Comments that stand right before the package clause and exported declarations (https://go.dev/doc/comment). Names: `package.Type.Method`. */
export function goDeclarations({ text, tree, file }: CodePart): Declaration[] {
  const found: Declaration[] = [];
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  const module = /^package[ \t]+(\w+)/m.exec(file)?.[1] ?? "main";
  each(tree.topNode, (node, comments) => {
    if (node.name === "PackageClause") {
      add(module, comments, node);
    } else if (node.name === "FunctionDecl") exported(node, node.getChild("DefName"), "", comments);
    else if (node.name === "MethodDecl") exported(node, node.getChild("FieldName"), receiverOf(node), comments);
    else if (/^(?:Type|Const|Var)Decl$/.test(node.name)) specs(node, comments);
  });
  return found;

  function specs(declaration: SyntaxNode, comments: readonly SyntaxNode[]): void {
    const list = declaration.getChild("SpecList");
    const take = (node: SyntaxNode, own: readonly SyntaxNode[]): void => {
      if (node.name.endsWith("Spec")) exported(node, node.getChild("DefName"), "", own);
    };
    if (list !== null) each(list, take);
    else for (let node = declaration.firstChild; node !== null; node = node.nextSibling) take(node, comments);
  }

  function exported(
    node: SyntaxNode,
    name: SyntaxNode | null,
    receiver: string,
    comments: readonly SyntaxNode[],
  ): void {
    const shown = name === null ? "" : textOf(name);
    // Methods of a type that is not exported are not either, for a reader.
    if (/^\p{Lu}/u.test(shown) && !/^\p{Ll}|^_/u.test(receiver))
      add([module, receiver, shown].filter((part) => part !== "").join("."), comments, node);
  }

  function receiverOf(method: SyntaxNode): string {
    const parameter = method.getChild("Parameters")?.getChild("Parameter");
    return parameter === null || parameter === undefined
      ? ""
      : (/(\w+)(?:\[[^\]]*\])?$/.exec(textOf(parameter))?.[1] ?? "");
  }

  function add(name: string, comments: readonly SyntaxNode[], node: SyntaxNode): void {
    const [first] = comments;
    if (first === undefined) return;
    const comment = comments
      .map((node) => textOf(node))
      .map((each) => (each.startsWith("/*") ? blockText(each) : each.replace(/\r$/, "").replace(/^\/\/ ?/, "")))
      .join("\n");
    if (comment.trim() !== "") found.push({ name, comment, from: first.from, to: node.to });
  }

  /** Each node with the comments whose last line is the one before it. */
  function each(parent: SyntaxNode, take: (node: SyntaxNode, comments: readonly SyntaxNode[]) => void): void {
    let comments: SyntaxNode[] = [];
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      const last = comments.at(-1);
      if (last !== undefined && text.slice(last.to, node.from).split("\n").length > 2) comments = [];
      if (node.name !== "LineComment" && node.name !== "BlockComment") {
        take(node, comments);
        comments = [];
      } else if (!/^\/\/(?:go:|\s*\+build|nolint)/.test(textOf(node))) comments.push(node);
    }
  }
}
