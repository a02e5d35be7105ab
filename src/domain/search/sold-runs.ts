/** SRCH-13: of sold cars in a row the first stays, unless every one is sold. */
export function collapseSoldRuns<T>(hits: readonly T[], isSold: (hit: T) => boolean): T[] {
  if (hits.every(isSold)) return [...hits];
  return hits.filter((hit, at) => {
    const before = hits[at - 1];
    return !(isSold(hit) && before !== undefined && isSold(before));
  });
}
