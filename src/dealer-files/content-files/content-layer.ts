import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { isJsonObject, type JsonObject } from '#src/domain/json-object.ts';
import { isOutside } from '../group-file.ts';
import { inherit } from '../inherit.ts';
import type { ContentPart, Layer } from '../layers.ts';
import { didYouMean } from '../nearest.ts';
import type { ConfigProblem } from '../problem.ts';
import {
  CONTENT_FILES,
  CONTENT_FOLDERS,
  type ContentKind,
  kindInFolder,
  kindOfFile,
} from './content-kinds.ts';
import { readContentFile } from './read-content-file.ts';

const ENDINGS = ['.md', '.json'];

/** The folder with what a dealer writes: `<slug>/` beside `<slug>.json`. */
export const contentFolder = (dealerFile: string): string =>
  join(dirname(dealerFile), basename(dealerFile, '.json'));

const isContentFolder = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Whether a folder has what a dealer's folder may have. */
export const hasContent = (folder: string): boolean =>
  isContentFolder(folder) &&
  [...CONTENT_FOLDERS, ...CONTENT_FILES].some((name) => existsSync(join(folder, name)));

const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();

type Found = { file: string; name: string; kind: ContentKind };

const strange = (file: string, expected: string, remedy: string): ConfigProblem => ({
  ...{ file, path: '', expected, received: JSON.stringify(basename(file)), remedy },
});

/** What a file of a folder is, or why it is nothing. */
function recognised(folder: string, fileName: string, others: readonly string[]): Found | ConfigProblem {
  const file = join(folder, fileName);
  const ending = extname(fileName);
  const name = basename(fileName, ending);
  if (!ENDINGS.includes(ending)) {
    return strange(file, 'a file that ends in .md or .json', 'Rename it, or move it elsewhere.');
  }
  const kind = kindInFolder(basename(folder), name);
  if (!kind) return strange(file, `a file of ${CONTENT_FOLDERS.join(', ')}`, 'Move it elsewhere.');
  if (ending === '.json' && kind.body.as === 'whole') {
    return strange(file, `${name}.md`, 'Write the text in Markdown.');
  }
  if (ending === '.json' && others.includes(`${name}.md`)) {
    return strange(file, `either ${name}.md or ${name}.json`, 'Remove one of the two.');
  }
  return { file, name, kind };
}

/** Every file of a dealer's folder. */
function filesIn(folder: string): (Found | ConfigProblem)[] {
  return namesIn(folder).flatMap((entry): (Found | ConfigProblem)[] => {
    const path = join(folder, entry);
    if (isOutside(path, dirname(folder))) {
      return [strange(path, 'a file of this folder', 'Put the file itself there, not a link.')];
    }
    const kind = kindOfFile(entry);
    if (kind) return [{ file: path, name: basename(entry, '.json'), kind }];
    if (!CONTENT_FOLDERS.includes(entry) || !isContentFolder(path)) {
      const known = [...CONTENT_FOLDERS, ...CONTENT_FILES];
      const remedy = didYouMean(entry, known) ?? 'Move it into one of them.';
      return [strange(path, `one of ${known.join(', ')}`, remedy)];
    }
    const names = namesIn(path);
    return names.map((name) => recognised(path, name, names));
  });
}

const valueAt = (values: JsonObject, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    values,
  );

const nested = (keys: readonly string[], value: unknown): JsonObject =>
  keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as JsonObject;

/** Adds the value of a file to an entry of a list, or to its end. @returns the entry's place; undefined for no entry */
function enter(list: unknown[], { name, kind }: Found, value: JsonObject): number | undefined {
  const nameKey = kind.nameKey ?? '';
  const known = list.findIndex((entry) => isJsonObject(entry) && entry[nameKey] === name);
  if (known < 0 && kind.isForExisting) return undefined;
  const at = known < 0 ? list.length : known;
  const before = list[at];
  list[at] = inherit(isJsonObject(before) ? before : { [nameKey]: name }, value);
  return at;
}

const elsewhere = ({ file, name, kind }: Found, written: unknown, line: number): ConfigProblem => ({
  ...{ file, path: kind.nameKey ?? '', line },
  expected: `"${name}", as the file is named`,
  received: JSON.stringify(written),
  remedy: `Remove "${kind.nameKey}": the name of the file sets it.`,
});

/**
 * What a dealer writes in files of its own, as the highest source of its settings. A file fills in what the sources below
 * say of the same page or entry, key by key, and adds what they do not have.
 * @param below merged sources below
 */
export function readContentLayer(
  dealerFile: string,
  below: JsonObject,
): { layer?: Layer; problems: ConfigProblem[] } {
  const folder = contentFolder(dealerFile);
  if (!isContentFolder(folder)) return { problems: [] };
  const problems: ConfigProblem[] = [];
  const parts: ContentPart[] = [];
  let values: JsonObject = {};
  for (const found of filesIn(folder)) {
    if (!('kind' in found)) {
      problems.push(found);
      continue;
    }
    const { file, name, kind } = found;
    const read = readContentFile(file, kind);
    problems.push(...read.problems);
    if (!('value' in read)) continue;
    const origin = relative(dirname(dealerFile), file);
    const { value, placeOf } = read;
    if (kind.nameKey === undefined || typeof value === 'string') {
      const whole = typeof value === 'string' ? value : { ...kind.base, ...value };
      values = inherit(values, nested(kind.at, whole));
      parts.push({ keys: kind.at, file, origin, placeOf });
      continue;
    }
    const written = value[kind.nameKey];
    if (written !== undefined && written !== name) {
      problems.push(elsewhere(found, written, placeOf([kind.nameKey]).line));
      continue;
    }
    const inherited = valueAt(values, kind.at) ?? valueAt(below, kind.at) ?? [];
    if (!Array.isArray(inherited)) continue;
    const list = [...inherited];
    const at = enter(list, found, value);
    if (at === undefined) {
      const names = list.flatMap((entry) => (isJsonObject(entry) ? String(entry[kind.nameKey ?? '']) : []));
      const remedy = didYouMean(name, names) ?? 'Name the file after one of them.';
      problems.push(strange(file, `one of the ${kind.at.at(-1)} ${names.join(', ')}`, remedy));
      continue;
    }
    values = inherit(values, nested(kind.at, list));
    parts.push({ keys: [...kind.at, `${at}`], file, origin, placeOf });
  }
  const layer = { origin: basename(dealerFile), file: dealerFile, values, parts };
  return { ...(parts.length > 0 && { layer }), problems };
}
