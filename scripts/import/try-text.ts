import type { ColumnFormat } from '#src/features/stock/mapping/column-formats.ts';
import { delimiterName } from '#src/features/stock/parsing/csv-feed.ts';
import { FEED_PRESETS } from '#src/features/stock/presets/feed-presets.ts';
import { type FeedTrial, unfilledIn } from '#src/features/stock/server/trying/try-feed.ts';
import { summaryText } from './summary-text.ts';

const FORMAT_NAMES: Readonly<Record<FeedTrial['feed']['format'], string>> = {
  csv: 'a table',
  json: 'JSON',
  ndjson: 'JSON, one object a line',
  xml: 'XML',
};

function layoutLines({
  file,
  feed,
  facts,
  encoding,
  found,
  headerLine,
  parts,
  photosInside,
  rows,
}: FeedTrial): string[] {
  const isArchive = parts[0] !== file;
  return [
    file,
    `  ${FORMAT_NAMES[feed.format]} in ${encoding}${found.encoding ? ', found by its bytes' : ''}, ${rows} rows${feed.rows === undefined ? '' : ` at "${feed.rows}"`}`,
    ...(facts.delimiter === undefined
      ? []
      : [
          `  cells separated by ${delimiterName(facts.delimiter)}, ${headerLine === undefined ? 'no header' : `header in record ${headerLine}`}`,
        ]),
    ...(found.preset === undefined
      ? []
      : [`  its columns are those of "${found.preset}": ${FEED_PRESETS[found.preset]?.title}`]),
    ...(isArchive
      ? [
          `  an archive with ${parts.length} file${parts.length === 1 ? '' : 's'} of the feed and ${photosInside} photos`,
        ]
      : []),
  ];
}

const SAMPLES = 3;
const SAMPLE_LENGTH = 22;

const sampleText = (cell: string): string => {
  const line = cell.replace(/\s+/g, ' ');
  return line.length > SAMPLE_LENGTH ? `${line.slice(0, SAMPLE_LENGTH)}…` : line;
};

/** One line a column: mapped ones first. */
function columnLines({ columns }: FeedTrial): string[] {
  const lines = [...columns]
    .sort((a, b) => Number(b.field !== undefined) - Number(a.field !== undefined))
    .map(({ name, cells, filled, field, reason }) => [
      name,
      `${Math.round(filled * 100)} %`,
      field ?? '-',
      field === undefined ? 'not read' : (reason && `guess: ${reason}`) || 'settings',
      cells.slice(0, SAMPLES).map(sampleText).join(' | '),
    ]);
  const all = [['column', 'filled', 'field', 'why', 'samples'], ...lines];
  const widths = all[0]?.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0))) ?? [];
  return all.map((line) => `  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
}

function formatText({ numbers, dates, bareUnit, otherUnit }: ColumnFormat): string[] {
  return [
    ...(numbers ? [`numbers as ${numbers}`] : []),
    ...(dates ? [`dates as ${dates}`] : []),
    ...(bareUnit ? [`in ${bareUnit}`] : []),
    ...(otherUnit ? [`some cells in ${otherUnit}, the others may be too`] : []),
  ];
}

const formatLines = ({ formats }: FeedTrial): string[] =>
  formats.flatMap(({ field, column, format, isOpen }) => {
    const found = isOpen
      ? [...formatText(format), 'some cells may be read in two ways: set "numbers" or "dates"']
      : formatText(format);
    return found.length > 0 ? [`  ${column} (${field}): ${found.join(', ')}`] : [];
  });

const photoLines = ({ photos, photosInside }: FeedTrial): string[] => {
  if (photos.length === 0)
    return [photosInside > 0 ? `  ${photosInside} in the archive` : '  none by address'];
  return photos.map(
    ({ address, failure }) => `  ${failure === undefined ? 'fetched' : `failed (${failure})`}  ${address}`,
  );
};

function outcomeLines(trial: FeedTrial, name: string): string[] {
  if ('error' in trial.outcome) return [`  It would fail: ${trial.outcome.error.replaceAll('\n', '\n  ')}`];
  const { summary } = trial.outcome;
  return summaryText(name, summary, { isDryRun: true, values: trial.feed.values }).split('\n');
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

/**
 * What a feed is, on one screen.
 * @param added settings that the trial would add to the dealer file
 */
export function trialText(trial: FeedTrial, name: string, added: Readonly<Record<string, unknown>>): string {
  const missing = unfilledIn(trial);
  return [
    ...layoutLines(trial),
    ...section('Columns', columnLines(trial)),
    ...section(
      'To check',
      trial.notes.map((note) => `  ${note}`),
    ),
    ...section(
      'Mapped columns that this feed does not have',
      trial.absent.length > 0 ? [`  ${trial.absent.join(', ')}`] : [],
    ),
    ...section(
      'Constants, because no column says so',
      Object.entries(trial.constants).map(([field, value]) => `  ${field}: ${value}`),
    ),
    ...section(
      'Required fields without a column: name it in "stock.feed.columns"',
      missing.map((field) => `  ${field}`),
    ),
    ...section('Numbers, dates and units as they are judged', formatLines(trial)),
    ...section('Photos, the first of five vehicles', photoLines(trial)),
    ...section('An import', outcomeLines(trial, name)),
    ...section(
      'Add to "stock.feed", or let --write do it',
      Object.keys(added).length === 0 ? ['  nothing'] : JSON.stringify(added, null, 2).split('\n'),
    ),
  ].join('\n');
}
