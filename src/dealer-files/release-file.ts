import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { PictureWidths } from '#src/config/sections/images.ts';
import { replaceFileSync } from '#src/disk/replace-file.ts';
import { isJsonObject, type JsonObject } from '#src/domain/json-object.ts';
import { plainReason } from '#src/domain/plain-reason.ts';
import { releaseFolder } from './release-folders.ts';

const FILE = 'release.json';

/** Raised when older versions could no longer read a release. */
const FORMAT = 1;
/** Addresses of lead destinations concern neither shoppers nor other users of the machine. */
const MODE = 0o640;

const ReleaseSchema = v.object({
  format: v.literal(FORMAT),
  slug: v.string(),
  id: v.string(),
  code: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  settings: v.record(v.string(), v.unknown()),
  pictureWidths: v.optional(v.record(v.string(), v.number())),
  inputs: v.record(v.string(), v.string()),
});

/** One release of a dealer, without its pages. */
export type DealerRelease = {
  slug: string;
  /** Hash of the inputs: equal inputs have equal ids. */
  id: string;
  /** Id of the code release whose pages and hashed files it was built with. */
  code: string;
  /** ISO instant. */
  createdAt: string;
  /** Template, group file and dealer file, merged on that day. Secrets are in it by name only. */
  settings: JsonObject;
  /** Of the pictures in it. */
  pictureWidths?: PictureWidths | undefined;
  /** Hash of each input, by its name. */
  inputs: Readonly<Record<string, string>>;
};

/** A release this version cannot read, with its settings as far as they can be read. */
export type UnreadableRelease = { reason: string; settings: JsonObject };

/** @param folder of the release */
export function writeReleaseFile(folder: string, release: DealerRelease): void {
  const { slug, id, code, createdAt, settings, pictureWidths, inputs } = release;
  const content = { format: FORMAT, slug, id, code, createdAt, settings, pictureWidths, inputs };
  replaceFileSync(join(folder, FILE), `${JSON.stringify(content, null, 2)}\n`, { mode: MODE });
}

/** Changes with the file of a release; undefined where there is none. */
export function releaseStamp(dist: string, slug: string, id: string): string | undefined {
  const stats = statSync(join(releaseFolder(dist, slug, id), FILE), { throwIfNoEntry: false });
  return stats && `${id} ${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}

export function readReleaseFile(dist: string, slug: string, id: string): DealerRelease | UnreadableRelease {
  let value: unknown;
  const refuse = (reason: string) => ({
    reason,
    settings: isJsonObject(value) && isJsonObject(value.settings) ? value.settings : {},
  });
  try {
    value = JSON.parse(readFileSync(join(releaseFolder(dist, slug, id), FILE), 'utf8'));
  } catch (error) {
    return refuse(plainReason(error));
  }
  if (isJsonObject(value) && value.format !== FORMAT)
    return refuse(`format ${JSON.stringify(value.format)}, this version reads ${FORMAT}`);
  const release = v.safeParse(ReleaseSchema, value);
  if (!release.success || release.output.slug !== slug || release.output.id !== id)
    return refuse(`no release of "${slug}"`);
  const { format: _, ...read } = release.output;
  return read;
}
