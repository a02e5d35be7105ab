import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/domain/duration.ts';
import type { Finding, Level } from './finding.ts';
import { levelOf } from './finding.ts';
import { judgeStatus } from './judge-status.ts';
import { type DealerFacts, type ImportFacts, type StatusFacts, stockAsOf } from './status-facts.ts';

/** "5 min", "7 h", "12 d". */
export function ageText(since: string | undefined, at: string): string {
  if (since === undefined) return '–';
  const age = Math.max(0, Date.parse(at) - Date.parse(since));
  if (age < 2 * HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  return age < 2 * DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`;
}

/** "2026-07-10 02:00 UTC". */
export const utcText = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/** "+3 ~1 −2 =31": added, changed, removed, unchanged. */
export const reportText = (counts: ImportFacts['counts']): string =>
  counts ? `+${counts.added} ~${counts.changed} −${counts.removed} =${counts.unchanged}` : '–';

export const DEALER_COLUMNS = [
  'dealer',
  'released',
  'imported',
  'report',
  'stock',
  'waiting',
  'dead',
  'held',
] as const;

function dealerCells(dealer: DealerFacts, at: string): string[] {
  const { slug, release, hasFeed, stock, leads } = dealer;
  const count = (trouble: keyof DealerFacts['leads']) => String(leads[trouble]?.leads ?? 0);
  return [
    slug,
    ageText(release?.publishedAt, at),
    hasFeed ? ageText(stockAsOf(dealer), at) : 'no feed',
    reportText(dealer.import?.counts),
    String(stock),
    count('waiting'),
    count('dead'),
    count('held'),
  ];
}

export type StatusView = {
  at: string;
  level: Level;
  /** Red and amber. */
  troubles: Finding[];
  /** Green parts that are no dealer. */
  fine: Finding[];
  /** Cells as `DEALER_COLUMNS` has them, with the dealer's worst level; red first. */
  dealers: { level: Level; cells: string[] }[];
};

const RANK: Record<Level, number> = { red: 0, amber: 1, green: 2 };

/** What the screen and the command show. */
export function statusView(facts: StatusFacts): StatusView {
  const findings = judgeStatus(facts);
  const slugs = new Set(facts.dealers.map(({ slug }) => slug));
  return {
    at: facts.at,
    level: levelOf(findings),
    troubles: findings.filter(({ level }) => level !== 'green'),
    fine: findings.filter(({ level, about }) => level === 'green' && !slugs.has(about)),
    dealers: facts.dealers
      .map((dealer) => ({
        level: levelOf(findings.filter(({ about }) => about === dealer.slug)),
        cells: dealerCells(dealer, facts.at),
      }))
      .sort((a, b) => RANK[a.level] - RANK[b.level]),
  };
}
