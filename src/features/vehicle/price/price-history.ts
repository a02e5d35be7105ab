import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import type { AdvertisedPrice, PricePeriod } from '#src/features/vehicle/vehicle.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { PriceDisplay } from './price-display.ts';

/** A price and the day it was first advertised, `YYYY-MM-DD`. */
type Step = { cents: Cents; sinceMs: number; day: string };

/** A row of the list; `change` is "$500 less" than before. */
type HistoryRow = { day: string; dayText: string; priceText: string; change: string | null };

export type PriceHistory = {
  /** Newest first. */
  rows: HistoryRow[];
  /** Of every price: only prices of the displayed type are compared. */
  typeText: string;
  /** "Price over 48 days: from $27,690 to $24,990, Drive away" */
  summary: string;
  /** Outline of the chart in its box. */
  line: string;
  /** VDP-275: prices at their steps, the first, the last, and others with room in between. */
  labels: ChartLabel[];
  /** VDP-299: the days of the first price and of today, below the chart. */
  ends: { day: string; dayText: string }[];
};

/** `at` and `level` in per cent of the chart's width and height; above its line, or below after a fall. */
type ChartLabel = {
  text: string;
  at: number;
  level: number;
  side: 'above' | 'below';
  anchor: 'start' | 'middle' | 'end';
};

/** Shorter ones are taken for mistakes in the feed. */
const MIN_DAYS = 1;
export const CHART_BOX = { width: 300, height: 72 } as const;
const CHART_MARGIN = 6;
/**
 * Of the highest price: the least that the height of the chart is, so that a change of 2% is seen and does not look like
 * a fall.
 */
const MIN_RANGE = 0.06;
/** Of the width of the chart, with its margin. */
const LABEL_PERCENT = 22;
/** Of the height of the chart: prices this far apart are clear of each other. */
const LABEL_LEVELS = 30;

type Priced = PricePeriod & { cents: Cents };
const isComparable = (period: PricePeriod, type: PricePeriod['type']): period is Priced =>
  period.cents !== null && period.type === type;

/** The latest periods without a gap in price or type; equal prices in a row are one. */
function comparablePeriods(advertised: AdvertisedPrice): Priced[] {
  const { earlier = [], before, ...current } = advertised;
  const all = [...earlier, ...(before ? [before] : []), current];
  const from = all.findLastIndex((period) => !isComparable(period, advertised.type)) + 1;
  const lasting = all.slice(from).filter((period, at, periods): period is Priced => {
    const next = periods[at + 1];
    const days = next ? (Date.parse(next.since) - Date.parse(period.since)) / DAY_MS : Infinity;
    return days >= MIN_DAYS && isComparable(period, advertised.type);
  });
  return lasting.filter(({ cents }, at) => cents !== lasting[at - 1]?.cents);
}

const changeText = (cents: Cents, before: Cents) =>
  `${formatCents(Math.abs(cents - before))} ${cents < before ? 'less' : 'more'}`;

/** The height of a price in the chart's box. */
function levelsOf(steps: readonly Step[]): (cents: Cents) => number {
  const prices = steps.map(({ cents }) => cents);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const range = Math.max(highest - lowest, highest * MIN_RANGE);
  const top = (highest + lowest + range) / 2;
  return (cents) =>
    Math.round(CHART_MARGIN + ((top - cents) / range) * (CHART_BOX.height - 2 * CHART_MARGIN));
}

/** Outline by steps, left to right: a price holds until the next one. */
function chartLine(steps: readonly Step[], nowMs: number): string {
  const { width } = CHART_BOX;
  const y = levelsOf(steps);
  const startMs = steps[0]?.sinceMs ?? nowMs;
  const x = (ms: number) => Math.round(((ms - startMs) / Math.max(1, nowMs - startMs)) * width);
  const [first, ...others] = steps;
  return [
    `M0 ${y(first?.cents ?? 0)}`,
    ...others.map(({ cents, sinceMs }) => `H${x(sinceMs)}V${y(cents)}`),
    `H${width}`,
  ].join('');
}

/** A price is named in the middle of its time, unless that is too short, on the side of its line that no step crosses. */
function chartLabels(steps: readonly Step[], nowMs: number): ChartLabel[] {
  const startMs = steps[0]?.sinceMs ?? nowMs;
  const percent = (ms: number) => ((ms - startMs) / Math.max(1, nowMs - startMs)) * 100;
  const y = levelsOf(steps);
  const level = (cents: Cents) => Math.round((y(cents) / CHART_BOX.height) * 100);
  const lastLevel = level(steps.at(-1)?.cents ?? 0);
  const labels: ChartLabel[] = [];
  let free = 0;
  for (const [index, { cents, sinceMs }] of steps.entries()) {
    const text = formatCents(cents);
    const before = steps[index - 1];
    const next = steps[index + 1];
    const isBelow = before ? cents < before.cents : next !== undefined && cents < next.cents;
    const label = {
      text,
      level: level(cents),
      side: isBelow ? ('below' as const) : ('above' as const),
    };
    if (index === 0) labels.push({ ...label, at: 0, anchor: 'start' });
    else if (!next) labels.push({ ...label, at: 100, anchor: 'end' });
    else {
      const [from, to] = [percent(sinceMs), percent(next.sinceMs)];
      const at = Math.round((from + to) / 2);
      const isTight = to - from < LABEL_PERCENT || at - LABEL_PERCENT / 2 < free;
      const isLevelWithLast = Math.abs(label.level - lastLevel) < LABEL_LEVELS;
      if (isTight || at + LABEL_PERCENT / 2 > 100 - (isLevelWithLast ? LABEL_PERCENT : 0)) continue;
      labels.push({ ...label, at, anchor: 'middle' });
    }
    free = index === 0 ? LABEL_PERCENT : (labels.at(-1)?.at ?? 0) + LABEL_PERCENT / 2;
  }
  return labels;
}

/**
 * VDP-260: how the displayed price came about: every price of its type that was advertised for a day or longer, rises
 * too. Not shown with a single price, nor if the displayed price is not the advertised one.
 */
export function priceHistory(
  advertised: AdvertisedPrice | null,
  shown: Pick<PriceDisplay, 'kind' | 'cents' | 'typeText'>,
  now: Date,
  timeZone: string,
): PriceHistory | null {
  if (!advertised || shown.kind !== 'price' || shown.cents !== advertised.cents) return null;
  const steps = comparablePeriods(advertised).map(({ cents, since }): Step => {
    const sinceMs = Date.parse(since);
    return { cents, sinceMs, day: zonedDate(new Date(sinceMs), timeZone).date };
  });
  const [first] = steps;
  const last = steps.at(-1);
  if (steps.length < 2 || !first || !last || !shown.typeText) return null;
  const rows = steps.map(({ cents, day }, at): HistoryRow => {
    const before = steps[at - 1];
    const change = before ? changeText(cents, before.cents) : null;
    return { day, dayText: formatDate(day), priceText: formatCents(cents), change };
  });
  const days = Math.round((now.getTime() - first.sinceMs) / DAY_MS);
  return {
    rows: rows.toReversed(),
    typeText: shown.typeText,
    summary: `Price over ${days} days: from ${formatCents(first.cents)} to ${formatCents(last.cents)}, ${shown.typeText}`,
    line: chartLine(steps, now.getTime()),
    labels: chartLabels(steps, now.getTime()),
    ends: [first.day, zonedDate(now, timeZone).date].map((day) => ({ day, dayText: formatDate(day) })),
  };
}
