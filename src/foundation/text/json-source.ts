type Reviver = (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** JSON.parse that tells its reviver how a number was written (ECMA-262 2026, “JSON.parse source text access”); TypeScript's types do not yet. Throws SyntaxError. */
export const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;
