/** Changes of single letters between two words, swapped neighbours counted as one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, line];
  }
  return last[b.length] ?? 0;
}

/** The share of a word that may be misspelt. */
const MISSPELT_SHARE = 0.4;

/** @returns the known word that was most likely meant, if any is near */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  const asked = word.toLowerCase();
  let nearest: { word: string; far: number } | undefined;
  for (const candidate of known) {
    const far = distance(asked, candidate.toLowerCase());
    const isNear = far <= Math.floor(candidate.length * MISSPELT_SHARE);
    if (isNear && far < (nearest?.far ?? Number.POSITIVE_INFINITY)) nearest = { word: candidate, far };
  }
  return nearest?.word;
}

/** A question that names the word that was most likely meant; undefined if none is near. */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const meant = nearestWord(word, known);
  return meant === undefined ? undefined : `Did you mean "${meant}"?`;
}

const MOST_NAMED = 40;

/** What exists in place of an unknown name, in sentences that follow the one that refuses it. */
export function whatExists(name: string, known: Iterable<string>): string {
  const names = [...new Set(known)].sort();
  if (names.length === 0) return 'There is none.';
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(', ');
  return [didYouMean(name, names), `There are: ${named}${more > 0 ? ` and ${more} more` : ''}.`]
    .filter(Boolean)
    .join(' ');
}
