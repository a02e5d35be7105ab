import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { readPointer as readLivePointer } from '#src/dealer-files/live-pointer.ts';
import {
  assetsFolder,
  codeEntry,
  codeFolder,
  codeFolders,
  codePointer,
  isReleaseId,
} from '#src/dealer-files/release-folders.ts';
import { fingerprint } from '#src/disk/fingerprint.ts';
import { replaceFile } from '#src/disk/replace-file.ts';
import { linkTree } from './link-files.ts';
import type { PageBundle } from './page-bundle.ts';

/*
 * A code release is the compiled pages with their hashed files. It holds no copy of the server: the modules that pages
 * share with it (SHARED_ROOMS; `SHARED` in astro.config.mjs) are those of the running process, loaded once from `src/`.
 *
 * So a running server takes over new pages without a restart while these modules are as they were when it started:
 * templates, features, layouts, styles, themes and the pages themselves. A change of the settings' schema, of a rule in
 * `domain/`, of an endpoint's use case, of a provider or of the server needs a new process. The code release records the
 * modules it was built with (`server` in its `code.json`), and a server with others leaves it to a process of the source
 * that the pointer names (`handover/`).
 *
 * Code that was replaced stays in the memory of a process: Node never unloads a module.
 */

/** Raised when older versions could no longer read the pointer. */
const FORMAT = 1;

/** Modules that compiled pages load from their source, and what those import. */
const SHARED_ROOMS = ['config', 'dealer-files', 'disk', 'domain', 'providers', 'routing', 'server', 'wire'];

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** Names the modules that a process loads from its source now. */
export const serverSource = (): string =>
  fingerprint([...SHARED_ROOMS.map((room) => join('src', room)), 'package-lock.json'], {
    leaveOut: isTest,
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

const CodeSchema = v.object({
  format: v.literal(FORMAT),
  /** Id of the live code release: equal source has one id. */
  code: v.pipe(v.string(), v.check(isReleaseId, 'no id of a code release')),
  /** ISO instant from which it is live. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Absolute folder of its source, where a server of it starts. */
  folder: v.optional(v.string()),
  /** Ids of the releases that go live right after it, by slug. */
  releases: v.optional(v.record(v.string(), v.string())),
});

export type LiveCode = Omit<v.InferOutput<typeof CodeSchema>, 'format'>;

/** An unfinished copy begins with this. */
const UNFINISHED = '.new-';

/** Adds a code release to a build's output, unless it is there. It is not live yet. */
export async function storeCode({ name, server, assets }: PageBundle, out: string): Promise<void> {
  const folder = codeFolder(out, name);
  if (existsSync(codeEntry(out, name)) && existsSync(assetsFolder(out, name))) return;
  await mkdir(codeFolders(out), { recursive: true });
  const unfinished = join(codeFolders(out), `${UNFINISHED}${name}`);
  await rm(unfinished, { recursive: true, force: true });
  linkTree(server, join(unfinished, 'server'));
  linkTree(assets, join(unfinished, 'assets'));
  await writeFile(recordOf(unfinished), JSON.stringify({ server: serverSource() }));
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
}

export type CodeSwitch = {
  /** Absolute folder of its source; by default the current one. */
  folder?: string;
  /** Ids of the releases that go live right after it, by slug. */
  releases?: Readonly<Record<string, string>>;
};

/** Makes a stored code release the live one, atomically. Servers take it over once the releases named are live too. */
export async function switchCode(
  out: string,
  code: string,
  { folder = resolve('.'), releases = {} }: CodeSwitch = {},
): Promise<void> {
  const live = { format: FORMAT, code, at: new Date().toISOString(), folder, releases };
  await replaceFile(codePointer(out), `${JSON.stringify(live, null, 2)}\n`);
}

/** Ids of the code releases of a build's output. */
export async function storedCode(out: string): Promise<string[]> {
  if (!existsSync(codeFolders(out))) return [];
  return (await readdir(codeFolders(out))).filter(isReleaseId).sort();
}

/** Far longer than switching a fleet takes: the publication was interrupted. */
const LONGEST_SWITCH_MS = 60_000;

/**
 * Whether the releases published with a code release are live too. With a slow disk the switch of a fleet takes seconds,
 * in which new code would render pages beside files of the old.
 */
export function isPublishedWhole(
  out: string,
  { at, releases = {} }: LiveCode,
  now: number = Date.now(),
): boolean {
  if (now - Date.parse(at) > LONGEST_SWITCH_MS) return true;
  return Object.entries(releases).every(([slug, id]) => {
    const pointer = readLivePointer(out, slug);
    // A release that was published even later has taken its place.
    return pointer !== undefined && 'release' in pointer && (pointer.release === id || pointer.at > at);
  });
}

function readPointer(out: string): LiveCode | undefined {
  try {
    const { format: _, ...live } = v.parse(CodeSchema, JSON.parse(readFileSync(codePointer(out), 'utf8')));
    return existsSync(codeEntry(out, live.code)) ? live : undefined;
  } catch {
    // For its caller the same as a folder that is gone.
    return undefined;
  }
}

/** The live code release; undefined where there is none, or it is not whole. */
export const findLiveCode = (out: string): LiveCode | undefined => readPointer(out);

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
  const live = readPointer(out);
  if (live) return live;
  const found = existsSync(join(out, EARLIER_FILE))
    ? 'only a build of an earlier version'
    : 'no complete build';
  throw new Error(`${codePointer(out)}: ${found} here. Build first: npm run build -- --all`);
}
