import type { FeedConfig } from '#src/config/sections/feed.ts';

/**
 * PLAT-03: what people are alerted about, once each and once when it is over. `stale`: the feed has not been read for
 * three readings; `refused`: it looks broken; `shrinking`: imports, none of which looked broken, have taken out much of
 * the stock within a day.
 */
export const FEED_TROUBLES = ['stale', 'refused', 'shrinking'] as const;
export type FeedTrouble = (typeof FEED_TROUBLES)[number];

/** @param inStock vehicles after each import of the last day, oldest first */
export function isShrinking(
  inStock: readonly number[],
  { maxRemovedShare, alwaysRemovable }: Pick<FeedConfig, 'maxRemovedShare' | 'alwaysRemovable'>,
): boolean {
  const most = Math.max(0, ...inStock);
  const lost = most - (inStock.at(-1) ?? 0);
  return lost > alwaysRemovable && lost > most * maxRemovedShare;
}

export type FeedTroubleFacts = {
  name: string;
  slug: string;
  trouble: FeedTrouble;
  /** When the feed was last read, where the dealer is; undefined if never. */
  lastSuccess: string | undefined;
  /** Of the last attempt. */
  code: string | null;
  inStock: number;
};

const SUBJECTS: Record<FeedTrouble, string> = {
  stale: 'the stock feed is not read any more',
  refused: 'the stock feed looks broken and is refused',
  shrinking: 'the stock is shrinking',
};

const OVER: Record<FeedTrouble, string> = {
  stale: 'the stock feed is read again',
  refused: 'the stock feed is imported again',
  shrinking: 'the stock is no longer shrinking',
};

const REMEDIES: Record<FeedTrouble, string> = {
  stale:
    'The last good stock stays on the website. Ask the supplier, and check "stock.feed" in the dealer file.',
  refused:
    'The last good stock stays on the website. Look at the feed with --dry-run; import it with --force if it is right.',
  shrinking:
    'Ask the dealer whether so many vehicles were sold. If not, ask the supplier for the whole feed.',
};

export function feedAlarmText({ name, slug, trouble, lastSuccess, code, inStock }: FeedTroubleFacts) {
  return {
    subject: `${name}: ${SUBJECTS[trouble]}`,
    text: [
      `Last read: ${lastSuccess ?? 'never'}${code === null ? '' : ` (last attempt: ${code})`}. Vehicles in stock: ${inStock}.`,
      REMEDIES[trouble],
      `npm run import -- ${slug} --dry-run`,
    ].join('\n'),
  };
}

export const feedRecoveredText = ({
  name,
  trouble,
  inStock,
}: Pick<FeedTroubleFacts, 'name' | 'trouble' | 'inStock'>) => ({
  subject: `${name}: ${OVER[trouble]}`,
  text: `Vehicles in stock: ${inStock}.`,
});
