/** How deep what is written back may be nested: JSON.stringify takes seconds to find that 100,000 levels are too many. */
const MOST_LEVELS = 100;

export function isNestedTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedTooDeep(inner, levels - 1));
}
