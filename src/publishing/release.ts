import { existsSync, readFileSync } from 'node:fs';
import { cp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { replaceFile } from '#src/disk/replace-file.ts';
import type { PageBundle } from './page-bundle.ts';

const ReleaseSchema = v.object({
  /** Names the code of a build. */
  release: v.string(),
  /** Path of the on-demand bundle's entry, relative to the output folder. */
  entry: v.string(),
  builtAt: v.string(),
  /** The dealers whose pages that build published; earlier builds did not record them. */
  dealers: v.optional(v.array(v.string()), []),
});

export type Release = v.InferOutput<typeof ReleaseSchema>;

/** A process that serves an older release still imports its chunks. */
const RELEASES_KEPT = 3;
const FILE = 'release.json';

/** Copies a bundle to `<out>/server/<release>` and makes it the one to be served. */
export async function publishServer(
  { name, server }: Pick<PageBundle, 'name' | 'server'>,
  out: string,
  dealers: readonly string[],
): Promise<Release> {
  const folder = join(out, 'server', name);
  if (existsSync(folder)) {
    const now = new Date();
    await utimes(folder, now, now);
  } else {
    const half = `${folder}.half`;
    await rm(half, { recursive: true, force: true });
    await cp(server, half, { recursive: true });
    await rename(half, folder);
  }
  const release = {
    release: name,
    entry: `server/${name}/entry.mjs`,
    builtAt: new Date().toISOString(),
    dealers: [...dealers],
  };
  await replaceFile(join(out, FILE), `${JSON.stringify(release, null, 2)}\n`);
  await dropOldReleases(join(out, 'server'));
  return release;
}

async function dropOldReleases(folder: string): Promise<void> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => ({ name, usedAt: (await stat(join(folder, name))).mtimeMs })),
  );
  found.sort((a, b) => b.usedAt - a.usedAt);
  for (const { name } of found.slice(RELEASES_KEPT)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** @throws Error with the remedy if there is no complete build */
export function readRelease(out: string): Release {
  const file = join(out, FILE);
  try {
    const release = v.parse(ReleaseSchema, JSON.parse(readFileSync(file, 'utf8')));
    if (existsSync(join(out, release.entry))) return release;
  } catch {
    // Told below, as for a bundle that is gone.
  }
  throw new Error(`${file}: no complete build here. Build first: npm run build -- --all`);
}
