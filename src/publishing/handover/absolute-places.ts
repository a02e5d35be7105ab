import { resolve } from 'node:path';

/** Options of `serve` and `worker` that name a folder. */
const FOLDER_OPTIONS = ['--dist', '--dealers-dir'];

/** The same arguments for a process with another working directory. */
export function absoluteArguments(args: readonly string[], from: string): string[] {
  return args.map((argument, at) => {
    if (FOLDER_OPTIONS.includes(args[at - 1] ?? '')) return resolve(from, argument);
    const [option = '', ...value] = argument.split('=');
    return FOLDER_OPTIONS.includes(option) && value.length > 0
      ? `${option}=${resolve(from, value.join('='))}`
      : argument;
  });
}

/**
 * The folders of an installation for a process with another working directory. Dealer files that no variable names are
 * those beside its own code.
 */
export function absolutePlaces(env: NodeJS.ProcessEnv, from: string): NodeJS.ProcessEnv {
  const { DATA_DIR = '.data', DIST_DIR = 'dist', DEALERS_DIR } = env;
  return {
    DATA_DIR: resolve(from, DATA_DIR),
    DIST_DIR: resolve(from, DIST_DIR),
    ...(DEALERS_DIR === undefined ? {} : { DEALERS_DIR: resolve(from, DEALERS_DIR) }),
  };
}
