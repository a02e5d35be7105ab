import type { LeadFigures, LeadStats } from '#src/features/leads/server/operations/lead-stats.ts';
import type { LeadCallCount } from '#src/features/leads/server/queries/lead-list-queries.ts';
import { columns } from '../command/command.ts';

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
export function statsText({ calls, ...leads }: LeadStats & { calls: readonly LeadCallCount[] }): string {
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
