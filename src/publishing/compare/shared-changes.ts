import type { PageChange } from './compare-folders.ts';

/** Fewer pages than this share nothing worth a line of its own. */
const FEWEST_PAGES = 4;

export type SharedChanges = {
  /** Texts that at least half of the changed pages lose or gain, such as those of the footer. */
  removed: readonly string[];
  added: readonly string[];
  /** The pages with their other texts alone. */
  pages: readonly PageChange[];
};

function frequent(lists: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const text of list) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 2 >= lists.length).map(([text]) => text);
}

/** Takes what most pages share out of them, so that it is read once. */
export function sharedChanges(changed: readonly PageChange[]): SharedChanges {
  if (changed.length < FEWEST_PAGES) return { removed: [], added: [], pages: changed };
  const [removed, added] = [
    frequent(changed.map((page) => page.removed)),
    frequent(changed.map((page) => page.added)),
  ];
  const without = (texts: readonly string[], shared: readonly string[]) =>
    texts.filter((text) => !shared.includes(text));
  return {
    removed,
    added,
    pages: changed.map((page) => ({
      ...page,
      removed: without(page.removed, removed),
      added: without(page.added, added),
    })),
  };
}

/** Pages with texts of their own first, then the shortest addresses, which are the most important pages. */
export function worthPicturing(pages: readonly PageChange[], most: number): PageChange[] {
  const rank = ({ removed, added }: PageChange) => (removed.length + added.length > 0 ? 0 : 1);
  const isErrorPage = ({ address }: PageChange) => (address.endsWith('.html') ? 1 : 0);
  return [...pages]
    .sort(
      (a, b) => rank(a) - rank(b) || isErrorPage(a) - isErrorPage(b) || a.address.length - b.address.length,
    )
    .slice(0, most);
}
