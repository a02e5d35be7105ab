import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import type { ProblemKind } from '#src/features/stock/found-problems.ts';
import { unmappedLines } from '#src/features/stock/found-problems.ts';
import { delimiterName } from '#src/features/stock/parsing/csv-feed.ts';
import { type ImportSummary, REFUSAL_REMEDY } from '#src/features/stock/server/importing/import-stock.ts';

type FeedValues = FeedConfig['values'];

const effectOf = (skipped: boolean, reason: string) =>
  skipped ? 'row skipped' : reason === 'doubtful' ? 'kept' : 'value left out';

/** `, rows 2, 5 and 9`. */
function rowsOf({ rows, firstRows }: ProblemKind): string {
  if (rows < 2) return '';
  const more = rows > firstRows.length ? `, and ${rows - firstRows.length} more` : '';
  return `, rows ${firstRows.join(', ')}${more}`;
}

/** CFG-04, CFG-05: a rule that leaves out everything makes an empty site. */
function leftOutLines({ leftOut, stored }: Pick<ImportSummary, 'leftOut' | 'stored'>): string[] {
  const counts = Object.entries(leftOut);
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  if (sum === 0) return [];
  const rules = counts.map(([setting, count]) => `"${setting}" ${count}`).join(', ');
  const none = sum === stored ? '; it shows none of them' : '';
  return [`  The rules of the site leave out ${sum} of ${stored} vehicles (${rules})${none}`];
}

function verdict(refusals: readonly string[], isDryRun: boolean): string[] {
  if (refusals.length === 0) return isDryRun ? ['  Verdict: it would be imported.'] : [];
  const reasons = refusals.map((reason) => `    - ${reason}`);
  return isDryRun
    ? ['  Verdict: it would be refused.', ...reasons, `    ${REFUSAL_REMEDY}`]
    : ['  Imported because of --force, despite:', ...reasons];
}

/**
 * What one import did, and each kind of problem with an example.
 * @param values "stock.feed.values" of the dealer file
 */
export function summaryText(
  name: string,
  summary: ImportSummary,
  { isDryRun, values = {} }: { isDryRun: boolean; values?: FeedValues | undefined },
): string {
  const verb = isDryRun ? 'would be' : 'were';
  const withdrawn = summary.withdrawn > 0 ? `, ${summary.withdrawn} rows that withdraw one` : '';
  return [
    `${name}: ${summary.rows} rows, ${summary.stored} vehicles${withdrawn}, ${summary.skipped} rows skipped, ${summary.seconds.toFixed(1)} s`,
    `  ${summary.added} ${verb} added, ${summary.changed} changed (${summary.repriced} repriced, ${summary.sold} sold, ${summary.returned} returned), ${summary.unchanged} unchanged, ${summary.removed} removed`,
    ...leftOutLines(summary),
    ...(summary.delimiter ? [`  cells separated by ${delimiterName(summary.delimiter)}`] : []),
    ...summary.problemKinds.flatMap((kind) => {
      const { reason, column, skipped, count, example } = kind;
      const title = `${reason}, ${column ? `column "${column}"` : 'row'}: ${effectOf(skipped, reason)}`;
      return [
        `  ${String(count).padStart(6)} × ${title}${rowsOf(kind)}`,
        `           e.g. row ${example.row}: ${JSON.stringify(example.value)}; expected ${example.expected}. ${example.remedy}`,
      ];
    }),
    ...unmappedLines(summary.unmapped, values),
    ...verdict(summary.refusals, isDryRun),
  ].join('\n');
}

const COLUMNS = ['rows', 'added', 'changed', 'sold', 'returned', 'removed', 'skipped', 'seconds'] as const;

/** One line for each dealer of the fleet; `refused` where nothing was imported. */
export function fleetTable(outcomes: ReadonlyMap<string, ImportSummary | 'refused'>): string {
  const lines = [...outcomes].map(([dealer, outcome]) => [
    dealer,
    ...COLUMNS.map((column) => {
      if (outcome === 'refused') return column === 'rows' ? 'refused' : '-';
      return column === 'seconds' ? outcome.seconds.toFixed(1) : String(outcome[column]);
    }),
  ]);
  const cells = [['dealer', ...COLUMNS], ...lines];
  const widths = ['dealer', ...COLUMNS].map((_, at) =>
    Math.max(...cells.map((line) => line[at]?.length ?? 0)),
  );
  return cells
    .map((line) =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
