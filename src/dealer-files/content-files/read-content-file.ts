import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { blockText, markdownBlocks } from '#src/domain/content/markdown.ts';
import type { JsonObject } from '#src/domain/json-object.ts';
import { holdsPrototype, readJsonObject, readText } from '../json-file.ts';
import type { PlaceOf } from '../layers.ts';
import type { ConfigProblem, Finding } from '../problem.ts';
import type { ContentKind } from './content-kinds.ts';
import { indexOrKey, type MarkdownFile, readFrontMatter } from './front-matter.ts';
import { type HeadingSection, headingSections } from './heading-sections.ts';

/** A content file: what it says, and the lines that say it. */
export type ContentFile = {
  /** An object, or a text where the file has no keys. */
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

/** A value made of the text below the keys, and the line of each part of it. */
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

/** A text in Markdown, and the title it may begin with. */
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

/** Reads a Markdown or JSON file with what a dealer writes. */
export const readContentFile = (file: string, kind: ContentKind): Read =>
  isMarkdown(file) ? readMarkdown(file, kind) : readJson(file);
