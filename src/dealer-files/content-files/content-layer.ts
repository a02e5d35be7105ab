import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { type ConfigProblem, didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { holdsPrototype, readJsonObject, readText } from '#src/dealer-files/json-file.ts';
import {
  type ContentPart,
  inherit,
  isOutside,
  type Layer,
  type PlaceOf,
} from '#src/dealer-files/settings-layers.ts';
import { blockText, markdownBlocks } from '#src/features/content/markdown.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import {
  CONTENT_FILES,
  CONTENT_FOLDERS,
  type ContentKind,
  type HeadingSection,
  headingSections,
  indexOrKey,
  kindInFolder,
  kindOfFile,
  type MarkdownFile,
  readFrontMatter,
} from './content-format.ts';

/** A content file with its values and their line numbers. */
type ContentFile = {
  /** An object, or text if the file has no keys. */
  value: JsonObject | string;
  placeOf: PlaceOf;
  problems: ConfigProblem[];
};

type Read = ContentFile | { problems: ConfigProblem[] };

const isMarkdown = (file: string) => file.endsWith('.md');

function readJson(file: string): Read {
  const read = readJsonObject(file);
  if ('problem' in read) return { problems: [read.problem] };
  const text = readText(file);
  const source = 'value' in text ? text.value : '';
  const tree = parseTree(source);
  function lineOf(keys: readonly string[]): number {
    for (let length = keys.length; tree && length > 0; length -= 1) {
      const node = findNodeAtLocation(tree, keys.slice(0, length).map(indexOrKey));
      if (node) return source.slice(0, node.offset).split('\n').length;
    }
    return 1;
  }
  const placeOf: PlaceOf = (keys) => ({ line: lineOf(keys), path: keys.join('.') });
  return { value: read.value, placeOf, problems: read.problems };
}

/** A value created from the body, with line numbers. */
type FromBody = { values: JsonObject; lines: [keys: string[], line: number][]; faults: Finding[] };

const sectionValues = ({ heading, text, points, picture, link }: HeadingSection): JsonObject => ({
  heading,
  ...(text !== '' && { paragraphs: text }),
  ...(points.length > 0 && { points }),
  ...(picture && { picture }),
  ...(link && { link }),
});

const featureValues = ({ heading, text, points, picture }: HeadingSection): JsonObject => ({
  title: heading,
  description: [...markdownBlocks(text).map(blockText), ...points].join(' '),
  ...(picture && { picture }),
});

function fromSections(
  { body, bodyLine }: MarkdownFile,
  [key, textKey, valuesOf]: [string, string, (section: HeadingSection) => JsonObject],
): FromBody {
  const { sections, faults } = headingSections(body);
  const inFile = (line: number) => bodyLine + line - 1;
  return {
    values: { [key]: sections.map(valuesOf) },
    lines: sections.flatMap(({ line, textLine }, at): [string[], number][] => [
      [[key, `${at}`], inFile(line)],
      [[key, `${at}`, textKey], inFile(textLine)],
    ]),
    faults: faults.map((fault) => ({ ...fault, line: inFile(fault.line ?? 1) })),
  };
}

/** Markdown with an optional title. */
function fromText(
  text: string,
  line: number,
  { key, titleKey }: Extract<ContentKind['body'], { as: 'markdown' }>,
): FromBody {
  const [first] = markdownBlocks(text);
  if (titleKey === undefined || first?.tokens[0]?.tag !== 'h1')
    return { values: { [key]: text }, lines: [[[key], line]], faults: [] };
  const after = text.split('\n').slice(first.end);
  const blank = Math.max(
    after.findIndex((each) => each.trim() !== ''),
    0,
  );
  const rest = after.slice(blank).join('\n');
  return {
    values: { [titleKey]: blockText(first), ...(rest !== '' && { [key]: rest }) },
    lines: [
      [[titleKey], line],
      [[key], line + first.end + blank],
    ],
    faults: [],
  };
}

function fromBody(read: MarkdownFile, { body: use }: ContentKind): FromBody {
  const leading = /^(?:[ \t]*\r?\n)*/.exec(read.body)?.[0] ?? '';
  const text = read.body.trim();
  const line = read.bodyLine + leading.split('\n').length - 1;
  const none = { values: {}, lines: [], faults: [] };
  if (text === '') return none;
  if (use.as === 'sections') return fromSections(read, ['sections', 'paragraphs', sectionValues]);
  if (use.as === 'features') return fromSections(read, ['features', 'description', featureValues]);
  if (use.as === 'markdown') return fromText(text, line, use);
  if (use.as === 'words') {
    const words = markdownBlocks(text).map(blockText).join(' ');
    return { ...none, values: { [use.key]: words }, lines: [[[use.key], line]] };
  }
  const expected = 'no text below the keys';
  const remedy = 'Write it as the value of a key; dealers/REFERENCE.md lists the keys there are.';
  return {
    ...none,
    faults: [{ path: '', line, expected, received: JSON.stringify(text.slice(0, 60)), remedy }],
  };
}

const doubled = (key: string, line: number): Finding => ({
  path: key,
  line,
  expected: 'this text once',
  received: `the key "${key}", and text below the keys`,
  remedy: 'Remove one of the two.',
});

function readMarkdown(file: string, kind: ContentKind): Read {
  const text = readText(file);
  if ('problem' in text) return { problems: [text.problem] };
  const read = readFrontMatter(text.value);
  const refuse = (finding: Finding) => ({ problems: [{ file, ...finding }] });
  if ('fault' in read) return refuse(read.fault);
  const { values: front, body, bodyLine, lineOf } = read;
  if (holdsPrototype(front)) {
    const words = { expected: 'no key "__proto__"', received: 'key "__proto__"', remedy: 'Remove the key.' };
    return refuse({ path: '', line: 1, ...words });
  }
  if (kind.body.as === 'whole') {
    const [key] = Object.keys(front);
    const extra = key === undefined ? [] : [{ file, path: key, line: lineOf([key]), ...NO_KEYS }];
    const leading = body.length - body.trimStart().length;
    const line = bodyLine + body.slice(0, leading).split('\n').length - 1;
    return { value: body.trim(), placeOf: () => ({ line, path: '' }), problems: extra };
  }
  const below = fromBody(read, kind);
  const twice = Object.keys(below.values).filter((key) => Object.hasOwn(front, key));
  return {
    value: { ...front, ...below.values },
    placeOf(keys) {
      const known = below.lines.findLast(([place]) => place.every((key, at) => keys[at] === key));
      return known ? { line: known[1], path: '' } : { line: lineOf(keys), path: keys.join('.') };
    },
    problems: [...below.faults, ...twice.map((key) => doubled(key, lineOf([key])))].map((fault) => ({
      file,
      ...fault,
    })),
  };
}

const NO_KEYS = {
  expected: 'text without keys',
  received: 'a key',
  remedy: 'Remove what is between the lines "---", and these lines.',
};

/** Reads a Markdown or JSON content file. */
const readContentFile = (file: string, kind: ContentKind): Read =>
  isMarkdown(file) ? readMarkdown(file, kind) : readJson(file);

const ENDINGS = ['.md', '.json'];

/** Folder of content files: `<slug>/` next to `<slug>.json`. */
export const contentFolder = (dealerFile: string): string =>
  join(dirname(dealerFile), basename(dealerFile, '.json'));

const isContentFolder = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Whether a folder contains content files. */
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

/** Identifies a content file, or returns why it is invalid. */
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

/** All content files of a dealer. */
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

/**
 * Merges the value of a file into its list entry, or appends it.
 * @returns index of the entry; undefined if it does not exist
 */
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
 * Content files of a dealer, the highest layer of its settings. A file is merged key by key into the page or entry of
 * lower layers, or adds a new one.
 * @param below merged lower layers
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
