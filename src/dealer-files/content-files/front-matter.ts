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
const ADVICE: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'Remove one of the two.',
  TAB_AS_INDENT: 'Indent with spaces.',
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
    const remedy = ADVICE[mistake.code] ?? COLON_REMEDY;
    return { fault: fault(line, ['keys as "key: value", one a line', mistake.message, remedy]) };
  }
  let values: unknown;
  try {
    values = document.toJS({ maxAliasCount: 20 }) ?? {};
  } catch (error) {
    const received = error instanceof Error ? error.message : String(error);
    return { fault: fault(2, ['keys without references', received, 'Write the values out.']) };
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
