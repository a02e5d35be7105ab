import { statSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { dealersFolder } from '#src/dealer-files/load-dealers.ts';
import { isDiskFull } from '#src/platform/storage/replace-file.ts';
import { plainMessage, plainReason } from '#src/platform/text/plain-reason.ts';

/** Where a command writes results and errors. */
export type Terminal = Pick<Console, 'log' | 'error'>;

/** Wrong usage: the command prints its usage and ends with 2. */
export class UsageError extends Error {}

const OPTION = /--[\w-]+|-\w/;
const QUOTED = /'([^']*)'/;

/** What `parseArgs` refuses, by its codes. */
const REFUSED_OPTIONS: Readonly<Record<string, (message: string) => string>> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: (message) => `There is no option ${OPTION.exec(message)?.[0]}.`,
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: (message) =>
    `"${QUOTED.exec(message)?.[1]}" is one argument too many.`,
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: (message) =>
    `${OPTION.exec(message)?.[0]} ${message.includes('not take') ? 'takes no value' : 'needs a value'}.`,
};

function optionMessage(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof Error && Object.hasOwn(REFUSED_OPTIONS, code)
    ? (REFUSED_OPTIONS[code]?.(error.message) ?? '')
    : plainMessage(error);
}

/**
 * @param read calls `parseArgs`
 * @throws UsageError for options it does not know
 */
export function readOptions<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(optionMessage(error));
  }
}

/**
 * The folder of dealer files to use.
 * @throws UsageError where there is none
 */
export function existingDealersFolder(fromOption?: string): string {
  const folder = dealersFolder(fromOption);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new UsageError(
    `There is no folder ${folder}. --dealers-dir, or DEALERS_DIR, names the one with the dealer files.`,
  );
}

const messageOf = (error: unknown): string => {
  if (!isDiskFull(error)) return plainMessage(error);
  return `The disk is full (${plainReason(error)}). What was live is live still. Free disk space, for example with npm run releases -- prune --all, then run this again.`;
};

/**
 * Runs a command; an error is printed as its message, without a stack trace.
 * @returns the exit code: the command's own, 1 if it failed, 2 for wrong usage
 */
export async function exitCodeOf(
  work: () => Promise<number>,
  usage: string,
  terminal: Terminal,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    terminal.error(messageOf(error));
    if (!(error instanceof UsageError)) return 1;
    terminal.error(`\n${usage}`);
    return 2;
  }
}

type Run = (args: string[], terminal: Terminal) => Promise<number>;

type Options = NonNullable<ParseArgsConfig['options']>;
/** What a command was called with. */
export type Called<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** A command with its options, of which `help` prints its usage. */
export const commandOf =
  <const O extends Options>(
    usage: string,
    options: O,
    run: (called: Called<O>, terminal: Terminal) => Promise<number>,
  ): Run =>
  (args, terminal) =>
    exitCodeOf(
      async () => {
        const called = readOptions(() => parseArgs({ args, allowPositionals: true, options }));
        const { help } = called.values as { help?: boolean };
        return help ? showHelp(usage)(called, terminal) : run(called, terminal);
      },
      usage,
      terminal,
    );

/** A command whose first word may be the name of another one, with arguments and a usage of its own. */
export const withSubcommands =
  (subcommands: Readonly<Record<string, Run>>, run: Run): Run =>
  (args, terminal) => {
    const [name = '', ...rest] = args;
    const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    return subcommand ? subcommand(rest, terminal) : run(args, terminal);
  };

export const showHelp = (usage: string) => (_request: unknown, terminal: Terminal) => {
  terminal.log(usage);
  return 0;
};

/** Control characters and direction marks must not control the terminal. */
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

/** Equivalent JSON that cannot control the terminal either. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped);
