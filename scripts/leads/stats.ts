import {
  collectLeadStats,
  type LeadFigures,
  type LeadStats,
} from '#src/features/leads/server/operations/lead-stats.ts';
import type { LeadCallCount } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { columns, UsageError } from '../command/command.ts';
import { asAdmin, command, wholeNumber } from './lead-command.ts';
import { checkDealer, readInstant, timeZoneOf } from './period.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;

function durationText(seconds: number | null): string {
  if (seconds === null) return '-';
  if (seconds < 2 * MINUTE_S) return `${seconds.toFixed(1)} s`;
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`;
  return `${(seconds / HOUR_S).toFixed(1)} h`;
}

const shareText = (share: number | null): string => (share === null ? '-' : `${(share * 100).toFixed(1)} %`);

const figureCells = (figures: LeadFigures): string[] => [
  String(figures.leads),
  shareText(figures.deliveredShare),
  ...[figures.waiting, figures.dead, figures.held, figures.attempts].map(String),
  durationText(figures.p50Seconds),
  durationText(figures.p95Seconds),
];

const FIGURES = ['leads', 'delivered', 'waiting', 'dead', 'held', 'attempts', 'p50', 'p95'];

/** Tables for people: by dealer, form and category, then by day, then calls by dealer. */
function statsText({ calls, ...leads }: LeadStats & { calls: readonly LeadCallCount[] }): string {
  const called = columns([['dealer', 'calls'], ...calls.map((row) => [row.dealer, String(row.calls)])]);
  return [leadsText(leads), ...(calls.length > 0 ? [called] : [])].join('\n\n');
}

function leadsText({ total, forms, days }: LeadStats): string {
  if (total.leads === 0) return 'No leads.';
  const table = columns([
    ['dealer', 'form', 'category', ...FIGURES],
    ...forms.map(({ dealer, form, category, ...figures }) => [
      dealer,
      form,
      category,
      ...figureCells(figures),
    ]),
    ['all', '', '', ...figureCells(total)],
  ]);
  const byDay = columns([
    ['day', 'dealer', 'leads'],
    ...days
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .map(({ dealer, day, leads }) => [day, dealer, String(leads)]),
  ]);
  return `${table}\n\n${byDay}`;
}

const text = { type: 'string' } as const;

export const stats = command({
  usage: `How many leads came in and how they were delivered: by dealer, form and category, and by day in the dealer's time zone.

  npm run leads -- stats [--dealer <slug>] [--days 30] [--json]

The last day is today. "delivered" is the share of leads, without those held, that arrived everywhere. p50 and p95 are
percentiles of the time from received to first delivered. A lead that waits for one destination and was given up at
another counts as both. Tests and updates are not counted. "calls" are numbers revealed on vehicle
pages, by dealer.`,
  options: {
    dealer: text,
    days: { ...text, default: '30' },
    json: { type: 'boolean' },
  },
  async run({ dealer, days, json }, word, terminal, places) {
    if (word !== undefined) throw new UsageError(`"stats" takes no "${word}".`);
    const now = new Date();
    const timeZone = timeZoneOf(dealer, places);
    const today = Date.parse(zonedDate(now, timeZone).date);
    const firstDay = new Date(today - (wholeNumber('days', days) - 1) * DAY_MS).toISOString().slice(0, 10);
    const since = readInstant('days', firstDay, { timeZone, now, edge: 'start' });
    return asAdmin(async (admin) => {
      await checkDealer(admin, dealer, places);
      const zones = new Map<string, string>();
      const zoneOf = (slug: string) => {
        const zone = zones.get(slug) ?? timeZoneOf(slug, places);
        zones.set(slug, zone);
        return zone;
      };
      const collected = await collectLeadStats(admin.services, { dealer, since }, zoneOf);
      terminal.log(json ? JSON.stringify({ since, ...collected }, null, 2) : statsText(collected));
      return 0;
    });
  },
});
