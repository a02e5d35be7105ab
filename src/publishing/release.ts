import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { replaceFile } from '#src/disk/replace-file.ts';

const ReleaseSchema = v.object({
  /** Names the code of a build: equal builds of equal code have one name. */
  release: v.string(),
  /** Path of the on-demand bundle's entry, relative to the output folder. */
  entry: v.string(),
  builtAt: v.string(),
  /** The dealers whose pages that build published; earlier builds did not say. */
  dealers: v.optional(v.array(v.string()), []),
});

export type Release = v.InferOutput<typeof ReleaseSchema>;

/** A process that serves an older one goes on importing its chunks. */
const RELEASES_KEPT = 3;
const NAME_LENGTH = 12;
const FILE = 'release.json';

/** Astro draws a key for server islands at every build. There are none, and equal code is to have one name. */
const RANDOM_KEY = /"key":"[A-Za-z0-9+/]{43}="/;
/** Astro lists the files of the site in the order in which the disk listed them, another on a busy machine. */
const FILES_OF_SITE = /"assets":\[((?:"(?:[^"\\]|\\.)*",?)*)\]/;
const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;

/** What the name of code is made of: all but what differs between two builds of it. */
const essence = (code: string): string =>
  code
    .replace(RANDOM_KEY, '')
    .replace(FILES_OF_SITE, (_, files: string) => (files.match(JSON_STRING) ?? []).sort().join());

async function nameOf(server: string): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(server, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    hash.update(`${relative(server, file)}\0`).update(essence(await readFile(file, 'utf8')));
  }
  return hash.digest('hex').slice(0, NAME_LENGTH);
}

/** Moves a freshly built server bundle to `<out>/server/<release>` and makes it the one to be served. */
export async function publishServer(
  built: string,
  out: string,
  dealers: readonly string[],
): Promise<Release> {
  const name = await nameOf(built);
  const folder = join(out, 'server', name);
  if (existsSync(folder)) {
    const now = new Date();
    await utimes(folder, now, now);
  } else {
    await rename(built, folder);
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

/** @throws Error that says what to do, where there is no complete build */
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
