import { readFileSync } from 'node:fs';

/** How a bench is run. A tiny run proves that it works, on few samples; its times and rates mean nothing. */
export type BenchRun = {
  isTiny: boolean;
  /** Pages or attacks to measure: those whose name holds it. */
  only?: string | undefined;
  /** In the index of the search bench, one size after another. */
  vehicles?: readonly number[] | undefined;
};

/** A number of samples, rounds or vehicles by the size of the run. */
export const sized = <T>({ isTiny }: BenchRun, full: T, tiny: T): T => (isTiny ? tiny : full);

/** One line of the bench: a figure, its goal, and the baseline of the same run. */
export type Measurement = {
  area: string;
  figure: string;
  value: number;
  unit: string;
  /** `atMost` or `atLeast` the goal. */
  goal?: { atMost: number } | { atLeast: number };
  /** The floor or peer measured in the same run. */
  against?: string;
};

/** Makes the rows of an area. */
export const rowsOf =
  (area: string) =>
  (figure: string, value: number, unit = '', goal?: Measurement['goal'], against?: string): Measurement => ({
    ...{ area, figure, value, unit },
    ...(goal && { goal }),
    ...(against && { against }),
  });

export const holds = ({ value, goal }: Measurement): boolean =>
  goal === undefined || ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast);

/** In a tiny run, counts of failures are judged; times, rates and weights only have to exist. */
export const isMeasured = (row: Measurement): boolean =>
  row.unit === '' && row.goal ? holds(row) : Number.isFinite(row.value);

const number = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 1 ? 3 : 1);

const withUnit = (value: number, unit: string) => `${number(value)} ${unit}`.trim();

const goalText = ({ goal, unit }: Measurement): string => {
  if (!goal) return '';
  return 'atMost' in goal ? `≤ ${withUnit(goal.atMost, unit)}` : `≥ ${withUnit(goal.atLeast, unit)}`;
};

const MISSED = 'Missed: ';

/** What is said at the end of a run of each goal that it missed, and of each figure that is none. */
export const missedGoals = (rows: readonly Measurement[]): string[] =>
  rows
    .filter((row) => !holds(row) || Number.isNaN(row.value))
    .map((row) => {
      const goal = row.goal ? `, goal ${goalText(row)}` : '';
      return `${MISSED}${row.area}, ${row.figure}: ${withUnit(row.value, row.unit)}${goal}`;
    });

/** The same, in what runs have printed. */
export const missedIn = (printed: string): string[] => [
  ...new Set(printed.split('\n').filter((line) => line.startsWith(MISSED))),
];

/** Figures of an earlier run, as `--json` wrote them. @throws Error for a file that holds none */
export function readRun(file: string): Measurement[] {
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows?: Measurement[] };
  if (!Array.isArray(rows)) throw new Error(`${file}: no figures. Write it with --json.`);
  return rows;
}

const findIn = (run: readonly Measurement[], { area, figure }: Measurement) =>
  run.find((row) => row.area === area && row.figure === figure);

/**
 * A Markdown table, ready for a terminal and for a report.
 * @param earlier a run to be shown beside this one
 */
export function measurementTable(rows: readonly Measurement[], earlier?: readonly Measurement[]): string {
  const cells = [
    ['area', 'figure', 'value', ...(earlier ? ['earlier'] : []), 'goal', 'floor or peer', 'verdict'],
    ...rows.map((row) => {
      const before = earlier && findIn(earlier, row);
      return [
        row.area,
        row.figure,
        withUnit(row.value, row.unit),
        ...(earlier ? [before ? withUnit(before.value, before.unit) : ''] : []),
        goalText(row),
        row.against ?? '',
        row.goal ? (holds(row) ? 'ok' : 'MISSED') : '',
      ];
    }),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join(
    '\n',
  );
}

export const median = (values: readonly number[]): number => percentile(values, 50);

/** Nearest-rank percentile. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}
