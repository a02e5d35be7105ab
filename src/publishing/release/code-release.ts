import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import {
  type LiveCode,
  readCodePointer,
  readPointer,
  settlePointers,
  writeCodePointer,
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
 * A code release is the compiled pages with their hashed files. It holds no copy of the server: the modules that pages
 * share with it (`SHARED_MODULES`) are those of the running process, loaded once from `src/`.
 *
 * So a running server takes over new pages without a restart while these modules are as they were when it started:
 * views, layouts, styles, themes and the pages themselves. A change of the settings' schema, of a slice's rule or use case,
 * of the platform or of the server needs a new process. The code release records the
 * modules it was built with (`server` in its `code.json`), and a server with others leaves it to a process of the source
 * that the pointer names (`handover/`).
 *
 * Code that was replaced stays in the memory of a process: Node never unloads a module.
 */

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** Names the modules that a process loads from its source now. */
export const serverSource = (): string =>
  fingerprint(['src', 'package-lock.json'], {
    leaveOut: (path) => isTest(path) || (path.startsWith('src') && !SHARED_MODULES.test(path)),
  }).slice(0, 12);

const RecordSchema = v.object({ server: v.string() });

const recordOf = (folder: string) => join(folder, 'code.json');

/** The modules of the server that a code release was built with; undefined where it does not say. */
export async function serverSourceOf(out: string, code: string): Promise<string | undefined> {
  try {
    const text = await readFile(recordOf(codeFolder(out, code)), 'utf8');
    return v.parse(RecordSchema, JSON.parse(text)).server;
  } catch {
    return undefined;
  }
}

/** An unfinished copy begins with this. */
const UNFINISHED = '.new-';

/** Adds a code release to a build's output, unless it is there. It is not live yet. */
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

export type CodeSwitch = {
  /** Absolute folder of its source; by default the current one. */
  folder?: string;
  /** Ids of the releases that go live with it, by slug. */
  releases?: Readonly<Record<string, string>>;
};

/**
 * Makes a stored code release the live one, and with it the stored releases that are named: one file says so, whatever
 * happens to the process before it has written the pointers of all dealers.
 */
export async function switchCode(
  out: string,
  code: string,
  { folder = resolve('.'), releases = {} }: CodeSwitch = {},
): Promise<void> {
  // What an interrupted switch has left to be written is known from the file that is replaced now.
  settlePointers(out);
  await writeCodePointer(out, { code, at: new Date().toISOString(), folder, releases });
}

/** Ids of the code releases of a build's output. */
export async function storedCode(out: string): Promise<string[]> {
  if (!existsSync(codeFolders(out))) return [];
  return (await readdir(codeFolders(out))).filter(isReleaseId).sort();
}

/** Far longer than publishing the first releases of a fleet takes: it was interrupted. */
const LONGEST_SWITCH_MS = 60_000;

/**
 * Whether the releases published with a code release are live too. The first release of a dealer is so only when its own
 * pointer is written.
 */
export function isPublishedWhole(
  out: string,
  { at, releases = {} }: LiveCode,
  now: number = Date.now(),
): boolean {
  if (now - Date.parse(at) > LONGEST_SWITCH_MS) return true;
  return Object.entries(releases).every(([slug, id]) => {
    const pointer = readPointer(out, slug);
    // A release that was published even later has taken its place.
    return pointer !== undefined && 'release' in pointer && (pointer.release === id || pointer.at > at);
  });
}

/** The live code release; undefined where there is none, or it is not whole. */
export function findLiveCode(out: string): LiveCode | undefined {
  const live = readCodePointer(out);
  return live && existsSync(codeEntry(out, live.code)) ? live : undefined;
}

/** Written by earlier versions, whose output has other folders. */
const EARLIER_FILE = 'release.json';
const EARLIER = ['sites', 'published', 'server', EARLIER_FILE];

/**
 * What is left of a build of an earlier version. It is neither read nor removed: a server of that version may still run,
 * and its pages were built for modules that are no longer there.
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
