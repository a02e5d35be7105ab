/** FAV-01: the most vehicles side by side. */
export const MOST_COMPARED = 4;

/** Each once, at most four; `isMore` if others were left out. */
export function comparedSlugs(texts: readonly string[]): { slugs: string[]; isMore: boolean } {
  const slugs = [...new Set(texts.flatMap((text) => text.split(',')).map((text) => text.trim()))].filter(
    Boolean,
  );
  return { slugs: slugs.slice(0, MOST_COMPARED), isMore: slugs.length > MOST_COMPARED };
}
