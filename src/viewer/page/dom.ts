type Attributes = Readonly<Record<string, string | boolean>>;

/** An element with attributes (`true`: present, `false`: absent) and children. Text becomes text nodes, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) made.setAttribute(name, value === true ? "" : value);
  made.append(...children);
  return made;
}

/** A button that says what it does; `label` is read out where the face is only a sign. */
export function button(face: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, face);
  made.addEventListener("click", act);
  return made;
}
