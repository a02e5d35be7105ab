/** Where a command writes: results, and what went wrong. */
export type Terminal = Pick<Console, 'log' | 'error'>;

export const showHelp = (usage: string) => (_request: unknown, terminal: Terminal) => {
  terminal.log(usage);
  return 0;
};

/** Control characters, and marks that turn text around, must not steer the terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');

/** Columns side by side, each as wide as its longest cell. */
export function columns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = cells.reduce<number[]>(
    (most, row) => row.map((cell, at) => Math.max(cell.length, most[at] ?? 0)),
    [],
  );
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const escaped = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** JSON of the same meaning that steers no terminal either. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped);
