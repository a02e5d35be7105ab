import { isMap, LineCounter, parseDocument } from 'yaml';
import { isJsonObject, type JsonObject } from '#src/domain/json-object.ts';
import { describeReceived, type Finding } from '../problem.ts';

/** A Markdown file with keys between two lines of three hyphens. */
export type MarkdownFile = {
  values: JsonObject;
  /** The text below. */
  body: string;
  /** Line of the file its first line is, from 1. */
  bodyLine: number;
  /** The line of a key, or of the nearest key above it; 1 if there is none. */
  lineOf(keys: readonly string[]): number;
};

const FENCE = /^---[ \t]*\r?\n/;
const END = /^---[ \t]*(?:\r?\n|$)/m;

const fault = (line: number, [expected, received, remedy]: [string, string, string]): Finding => ({
  path: '',
  line,
  expected,
  received,
  remedy,
});

const COLON_REMEDY =
  'Put double quotes around a text that holds a colon, and the same spaces before each key.';
const OTHER_TEXT: readonly [received: string, remedy: string] = ['other text', COLON_REMEDY];
const QUOTE_REMEDY = 'Put double quotes around the text.';

/** What is wrong, by the codes of the YAML parser, and what to do. */
const FAULTS: Readonly<Record<string, readonly [received: string, remedy: string]>> = {
  DUPLICATE_KEY: ['a key that is there already', 'Remove one of the two.'],
  TAB_AS_INDENT: ['a tab before a key', 'Indent with spaces.'],
  BAD_INDENT: [
    'a line that begins further left or right than those around it, or a bracket that stays open',
    COLON_REMEDY,
  ],
  BLOCK_AS_IMPLICIT_KEY: ['a second colon in a line', COLON_REMEDY],
  MULTILINE_IMPLICIT_KEY: ['a text of several lines without quotes', COLON_REMEDY],
  MISSING_CHAR: ['a quote, bracket, comma or colon that is missing', 'Add it, or quote the text.'],
  BAD_DQ_ESCAPE: ['a backslash before a letter that has no meaning there', 'Write "\\\\" for a backslash.'],
  BAD_SCALAR_START: ['a text that begins with a sign such as @ or `', QUOTE_REMEDY],
  BAD_ALIAS: ['a text that begins with * or &', QUOTE_REMEDY],
  BAD_DIRECTIVE: ['a line that begins with %', QUOTE_REMEDY],
  TAG_RESOLVE_FAILED: ['a text that begins with !', QUOTE_REMEDY],
};

const linesIn = (text: string) => text.split('\n').length - 1;

/** Splits a file; @returns the keys' text, undefined if the file has none, and where the text below begins */
function split(text: string): { keys?: string; body: string; bodyLine: number } | Finding {
  const opening = FENCE.exec(text)?.[0];
  if (opening === undefined) return { body: text, bodyLine: 1 };
  const rest = text.slice(opening.length);
  const end = END.exec(rest);
  if (!end) {
    return fault(1, [
      'a line "---" after the keys',
      'the end of the file',
      'Close the keys with a line of three hyphens.',
    ]);
  }
  const keys = rest.slice(0, end.index);
  return { keys, body: rest.slice(end.index + end[0].length), bodyLine: linesIn(keys) + 3 };
}

/** Reads a Markdown file, or says what is wrong with its keys. */
export function readFrontMatter(text: string): MarkdownFile | { fault: Finding } {
  const parts = split(text);
  if ('path' in parts) return { fault: parts };
  const { keys = '', body, bodyLine } = parts;
  const counter = new LineCounter();
  const document = parseDocument(keys, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => counter.linePos(offset).line + 1;
  const [mistake] = [...document.errors, ...document.warnings];
  if (mistake) {
    const line = lineAt(mistake.pos[0]);
    const [received, remedy] = FAULTS[mistake.code] ?? OTHER_TEXT;
    return { fault: fault(line, ['keys as "key: value", one a line', received, remedy]) };
  }
  let values: unknown;
  try {
    values = document.toJS({ maxAliasCount: 20 }) ?? {};
  } catch {
    return {
      fault: fault(2, ['keys without references', 'references by & and *', 'Write the values out.']),
    };
  }
  if (!isJsonObject(values)) {
    const words: [string, string, string] = [
      'keys as "key: value", one a line',
      describeReceived(values),
      'Write a key before it.',
    ];
    return { fault: fault(2, words) };
  }
  function lineOf(path: readonly string[]): number {
    for (let length = path.length; length > 0; length -= 1) {
      const above = document.getIn(path.slice(0, length - 1).map(indexOrKey), true) ?? document.contents;
      const last = path[length - 1];
      const pair = isMap(above) ? above.items.find(({ key }) => String(key) === last) : undefined;
      const node = (pair?.key ?? document.getIn(path.slice(0, length).map(indexOrKey), true)) as Ranged;
      if (node?.range) return lineAt(node.range[0] ?? 0);
    }
    return 1;
  }
  return { values, body, bodyLine, lineOf };
}

type Ranged = { range?: readonly number[] | null } | undefined;

/** A step of a path into a parsed file: the place in a list, or a key. */
export const indexOrKey = (key: string): string | number => (/^\d+$/.test(key) ? Number(key) : key);
