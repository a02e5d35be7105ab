/** One line of the bench: a figure, what it must reach, and what the same run reached elsewhere. */
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

export const holds = ({ value, goal }: Measurement): boolean =>
  goal === undefined || ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast);

const number = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 1 ? 3 : 1);

const goalText = ({ goal, unit }: Measurement): string => {
  if (!goal) return '';
  return 'atMost' in goal ? `≤ ${goal.atMost} ${unit}` : `≥ ${goal.atLeast} ${unit}`;
};

/** A Markdown table, ready for a terminal and for a report. */
export function measurementTable(rows: readonly Measurement[]): string {
  const cells = [
    ['area', 'figure', 'value', 'goal', 'floor or peer', 'verdict'],
    ...rows.map((row) => [
      row.area,
      row.figure,
      `${number(row.value)} ${row.unit}`.trim(),
      goalText(row),
      row.against ?? '',
      row.goal ? (holds(row) ? 'ok' : 'MISSED') : '',
    ]),
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
