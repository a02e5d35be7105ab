/** @returns places of the items whose key an earlier one has */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => string): number[] {
  const seen = new Set<string>();
  return items.flatMap((item, at) => {
    const key = keyOf(item);
    if (seen.has(key)) return [at];
    seen.add(key);
    return [];
  });
}
