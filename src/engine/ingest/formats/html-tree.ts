import type { DefaultTreeAdapterTypes } from "parse5";

export type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

export interface Visitor {
  text(value: string): void;
  /** False leaves out what is inside; `leave` is then not called. */
  enter(element: Element): boolean;
  leave(element: Element): void;
  /** True ends the walk. */
  done?(): boolean;
}

/** Walks what lies below `root` in document order, without recursion: the depth is the document's to choose. */
export function walkTree(root: Node, visitor: Visitor): void {
  let node: Node | undefined = firstChild(root);
  while (node !== undefined && node !== root && visitor.done?.() !== true) {
    if (isElement(node)) {
      if (visitor.enter(node)) {
        const child = firstChild(node);
        if (child !== undefined) {
          node = child;
          continue;
        }
        visitor.leave(node);
      }
    } else if (node.nodeName === "#text" && "value" in node) {
      visitor.text(node.value);
    }
    node = following(node, root, visitor);
  }
}

export function isElement(node: Node): node is Element {
  return "tagName" in node;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => (each.prefix ? `${each.prefix}:${each.name}` : each.name) === name)?.value;
}

/** The first element below `root` that passes. */
export function findElement(root: Node, passes: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined;
  walkTree(root, {
    enter(element) {
      if (found === undefined && passes(element)) found = element;
      return found === undefined;
    },
    leave() {},
    text() {},
    done: () => found !== undefined,
  });
  return found;
}

/** All text below an element, as it stands there. */
export function rawText(root: Node): string {
  const parts: string[] = [];
  walkTree(root, { enter: () => true, leave() {}, text: (value) => parts.push(value) });
  return parts.join("");
}

function firstChild(node: Node): Node | undefined {
  return "childNodes" in node ? node.childNodes[0] : undefined;
}

/** Index of each node that was reached as a next sibling, so that finding the next one takes no search through the siblings. */
const places = new WeakMap<Node, number>();

function following(node: Node, root: Node, visitor: Visitor): Node | undefined {
  for (let at: Node = node; at !== root; ) {
    const parent: Node | null = "parentNode" in at ? at.parentNode : null;
    if (parent === null || !("childNodes" in parent)) return undefined;
    const index = places.get(at) ?? 0;
    const next: Node | undefined = parent.childNodes[index + 1];
    if (next !== undefined) {
      places.set(next, index + 1);
      return next;
    }
    if (parent === root) return undefined;
    if (isElement(parent)) visitor.leave(parent);
    at = parent;
  }
  return undefined;
}
