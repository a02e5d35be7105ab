import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import {
  type LiveCode,
  readCodePointer,
  readPointer,
  writeCodePointer,
  writePendingPointers,
} from '#src/dealer-files/release/current-release.ts';
import {
  assetsFolder,
  codeEntry,
  codeFolder,
  codeFolders,
  codePointer,
  isReleaseId,
} from '#src/dealer-files/release/release-folders.ts';
import { fingerprint } from '#src/platform/storage/content-hash.ts';
import { linkTree } from '#src/platform/storage/file-tree.ts';
import type { PageBundle } from '#src/publishing/page-bundle.ts';
import { SHARED_MODULES } from './shared-modules.ts';

/*
 * A code release contains the compiled pages with their hashed files, but not the server: modules that pages share with
 * it (`SHARED_MODULES`) are those of the running process, loaded from `src/`. A running server can load new pages
 * without a restart as long as these modules are unchanged, which covers views, layouts, styles, themes and the pages
 * themselves. Changes to the settings schema, rules, use cases, the platform or the server need a new process. `server`
 * in `code.json` is the fingerprint of those modules; a server with another one goes on with its code until it is
 * restarted. Replaced code stays in memory, because Node never unloads modules.
 */

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** Fingerprint of the server modules in the current source. */
export const serverSource = (): string =>
  fingerprint(['src', 'package-lock.json'], {
    leaveOut: (path) => isTest(path) || (path.startsWith('src') && !SHARED_MODULES.test(path)),
  }).slice(0, 12);

const RecordSchema = v.object({ server: v.string() });

const recordOf = (folder: string) => join(folder, 'code.json');

/** Fingerprint of the server modules of a code release; undefined if not recorded. */
export async function serverSourceOf(out: string, code: string): Promise<string | undefined> {
  try {
    const text = await readFile(recordOf(codeFolder(out, code)), 'utf8');
    return v.parse(RecordSchema, JSON.parse(text)).server;
  } catch {
    return undefined;
  }
}

/** Prefix of incomplete copies. */
const UNFINISHED = '.new-';

/** Stores a code release, unless it is stored already. Does not make it live. */
export async function storeCode({ name, server, assets }: PageBundle, out: string): Promise<void> {
  const folder = codeFolder(out, name);
  if (existsSync(codeEntry(out, name)) && existsSync(assetsFolder(out, name))) return;
  await mkdir(codeFolders(out), { recursive: true });
  const unfinished = join(codeFolders(out), `${UNFINISHED}${name}`);
  await rm(unfinished, { recursive: true, force: true });
  try {
    linkTree(server, join(unfinished, 'server'));
    linkTree(assets, join(unfinished, 'assets'));
    await writeFile(recordOf(unfinished), JSON.stringify({ server: serverSource() }));
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Makes a stored code release and the named dealer releases live. A single file records the switch, so that it survives
 * a crash before the pointers of all dealers are written.
 * @param switched.releases ids of the releases that go live with it, by slug
 */
export async function switchCode(
  out: string,
  code: string,
  { releases = {} }: Pick<LiveCode, 'releases'> = {},
): Promise<void> {
  // The file replaced here is needed to complete an interrupted switch.
  writePendingPointers(out);
  await writeCodePointer(out, { code, at: new Date().toISOString(), releases });
}

export async function storedCode(out: string): Promise<string[]> {
  if (!existsSync(codeFolders(out))) return [];
  return (await readdir(codeFolders(out))).filter(isReleaseId).sort();
}

/** The stored code that was last built with these server modules; undefined if there is none. */
export async function newestCodeOf(out: string, server: string): Promise<string | undefined> {
  const found: { id: string; builtAt: number }[] = [];
  for (const id of await storedCode(out))
    if (existsSync(codeEntry(out, id)) && (await serverSourceOf(out, id)) === server)
      found.push({ id, builtAt: (await stat(recordOf(codeFolder(out, id)))).mtimeMs });
  return found.sort((a, b) => b.builtAt - a.builtAt)[0]?.id;
}

/** Far longer than publishing the first releases of a fleet: it was interrupted. */
const SWITCH_TIMEOUT_MS = 60_000;

/**
 * Whether the releases published with a code release are live too. A dealer's first release is live only once its own
 * pointer is written.
 */
export function isPublishedWhole(
  out: string,
  { at, releases = {} }: LiveCode,
  now: number = Date.now(),
): boolean {
  if (now - Date.parse(at) > SWITCH_TIMEOUT_MS) return true;
  return Object.entries(releases).every(([slug, id]) => {
    const pointer = readPointer(out, slug);
    // A later release may have replaced it.
    return pointer !== undefined && 'release' in pointer && (pointer.release === id || pointer.at > at);
  });
}

/** The live code release; undefined if there is none or it is incomplete. */
export function findLiveCode(out: string): LiveCode | undefined {
  const live = readCodePointer(out);
  return live && existsSync(codeEntry(out, live.code)) ? live : undefined;
}

/** Written by earlier versions, which used other folders. */
const EARLIER_FILE = 'release.json';
const EARLIER = ['sites', 'published', 'server', EARLIER_FILE];

/**
 * Output of earlier versions. It is neither read nor removed: a server of that version may still run, and its pages
 * need modules that no longer exist.
 */
export const leftByEarlierVersion = (out: string): string[] =>
  existsSync(join(out, EARLIER_FILE)) ? EARLIER.filter((name) => existsSync(join(out, name))) : [];

/** @throws Error with the remedy if there is no complete build */
export function readLiveCode(out: string): LiveCode {
  const live = findLiveCode(out);
  if (live) return live;
  const found = existsSync(join(out, EARLIER_FILE))
    ? 'only a build of an earlier version'
    : 'no complete build';
  throw new Error(`${codePointer(out)}: ${found} here. Build first: npm run build -- --all`);
}
