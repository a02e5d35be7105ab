import { readFileSync, statSync } from 'node:fs';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { type ConfigProblem, describeReceived } from './config-problem.ts';

/** Far deeper than any setting; prevents stack exhaustion by malicious files. */
export const MAX_NESTING = 40;

/** From 1, as in editors. */
type Position = { line: number; column: number };

type TextFault = { expected: string; received: string; remedy: string };

/** A duplicate key of an object; only its last value counts. */
type RepeatedKey = { keys: string[]; places: readonly Position[] };

class TooDeep extends Error {}

const placeIn = ({ line, column }: Position) => `line ${line}, column ${column}`;

type FaultText = readonly [expected: string, remedy: string];

const ADVICE: Readonly<Record<string, FaultText>> = {
  InvalidSymbol: [
    'a value: a text in double quotes, a number, true, false, null, { or [',
    'Put double quotes around texts and keys.',
  ],
  InvalidNumberFormat: ['a number such as 12 or 9.95', 'Write digits with a point.'],
  PropertyNameExpected: [
    'a key in double quotes',
    'Put the key in double quotes, or remove the comma before it.',
  ],
  ValueExpected: ['a value', 'Add the value, or remove the comma or colon before it.'],
  ColonExpected: ['a colon after the key', 'Write "key": value.'],
  CommaExpected: ['a comma between two entries', 'Add the comma.'],
  CloseBraceExpected: ['a closing }', 'Add the }.'],
  CloseBracketExpected: ['a closing ]', 'Add the ].'],
  EndOfFileExpected: ['the end of the file', 'Remove what follows the last }.'],
  InvalidCommentToken: ['no comments', 'Remove the comment.'],
  UnexpectedEndOfComment: ['no comments', 'Remove the comment.'],
  UnexpectedEndOfString: ['a double quote at the end of the text', 'Add the missing double quote.'],
  UnexpectedEndOfNumber: ['a number such as 12 or 9.95', 'Finish the number.'],
  InvalidUnicode: ['four hexadecimal digits after \\u', 'Write the character itself.'],
  InvalidEscapeCharacter: [
    'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u after a backslash',
    'Write "\\\\" for a backslash.',
  ],
  InvalidCharacter: ['printable characters inside a text', 'Write "\\n" for a new line and "\\t" for a tab.'],
};

const SHOWN_CHARACTERS = 20;

/** Describes the text at an offset. */
function standingAt(text: string, offset: number): string {
  const rest = text.slice(offset);
  if (rest.trim() === '') return 'the end of the file';
  const line = (rest.split(/[\r\n]/, 1)[0] ?? '').trimEnd().replace(/\p{C}/gu, '\ufffd');
  if (line === '') return 'the end of the line';
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

function faultAt(text: string, error: string, offset: number, position: Position): TextFault {
  const [expected, remedy] = ADVICE[error] ?? ['JSON', 'Check the file with a JSON editor.'];
  if (text.trim() === '') {
    return { expected: 'a JSON object', received: 'an empty file', remedy: 'Write the settings in { … }.' };
  }
  const isCutOff =
    text.slice(offset).trim() === '' ||
    (error === 'UnexpectedEndOfString' && !/[\r\n]/.test(text.slice(offset).trim()));
  return {
    expected: `valid JSON: ${expected}`,
    received: `${standingAt(text, offset)} at ${placeIn(position)}`,
    remedy: isCutOff ? 'The file seems to be cut off: restore what is missing from here on.' : remedy,
  };
}

/** Keys so far of an object or list being read. */
type Open = Map<string, Position[]>;

/** Finds the first syntax error, and duplicate keys, which `JSON.parse` ignores. */
export function examineJson(text: string): { fault: TextFault } | { repeated: RepeatedKey[] } {
  let fault: TextFault | undefined;
  const repeated: RepeatedKey[] = [];
  const open: Open[] = [];
  const enter = () => {
    if (open.push(new Map()) > MAX_NESTING) throw new TooDeep();
  };
  const leave = () => void open.pop();
  try {
    visit(
      text,
      {
        onObjectBegin: enter,
        onArrayBegin: enter,
        onObjectEnd: leave,
        onArrayEnd: leave,
        onObjectProperty: (key, _offset, _length, line, column, pathOf) => {
          const known = open.at(-1);
          const place = { line: line + 1, column: column + 1 };
          const places = known?.get(key);
          if (!places) return void known?.set(key, [place]);
          places.push(place);
          if (places.length === 2) repeated.push({ keys: [...pathOf().map(String), key], places });
        },
        onError: (error, offset, _length, line, column) => {
          fault ??= faultAt(text, printParseErrorCode(error), offset, { line: line + 1, column: column + 1 });
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const expected = `at most ${MAX_NESTING} levels of nesting`;
    return { fault: { expected, received: 'deeper nesting', remedy: 'Remove what is nested so deeply.' } };
  }
  return fault ? { fault } : { repeated };
}

/** Two orders of magnitude larger than any dealer file. */
const MAX_FILE_BYTES = 2_000_000;

type Read<T> = { value: T } | { problem: ConfigProblem };

type Words = [expected: string, received: string, remedy: string];

const refused = (file: string, [expected, received, remedy]: Words) => ({
  problem: { file, path: '', expected, received, remedy },
});

/** Common read errors by Node's codes. */
const FAILURES: Readonly<Record<string, readonly [received: string, remedy: string]>> = {
  ENOENT: ['no file of that name', 'Create the file, or remove what refers to it.'],
  EACCES: ['a file this user may not read', 'Give the user that runs this command read permission.'],
  EPERM: ['a file this user may not read', 'Give the user that runs this command read permission.'],
  ELOOP: ['a link that leads back to itself', 'Replace the link with the file.'],
};

function unreadable(file: string, error: unknown): { problem: ConfigProblem } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const [received, remedy] = FAILURES[code] ?? [plainReason(error), 'Check the file and its disk.'];
  return refused(file, ['a file that can be read', received, remedy]);
}

/** Reads strict UTF-8 with a size limit. */
export function readText(file: string): Read<string> {
  const refuse = (...words: Words) => refused(file, words);
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return refuse('a file', 'a folder', 'Rename the folder or move it elsewhere.');
    // Reading a pipe or device could block forever.
    if (!stats.isFile())
      return refuse('a file', 'something that is neither file nor folder', 'Put a file there.');
    if (stats.size > MAX_FILE_BYTES) {
      const remedy = 'Keep stock and pictures out of it.';
      return refuse(`a file of at most ${MAX_FILE_BYTES} bytes`, `${stats.size} bytes`, remedy);
    }
  } catch (error) {
    return unreadable(file, error);
  }
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return unreadable(file, error);
  }
  if (bytes[0] === 0 || bytes[1] === 0) return refuse('UTF-8 text', 'UTF-16 text', 'Save the file as UTF-8.');
  try {
    return { value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refuse('UTF-8 text', 'bytes that are not UTF-8', 'Save the file as UTF-8.');
  }
}

/** Whether merging the value could pollute prototypes. */
export function holdsPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(holdsPrototype);
}

const repeatedKey = (file: string, { keys, places }: RepeatedKey): ConfigProblem => ({
  file,
  path: keys.map((key) => key || '""').join('.'),
  expected: 'each key once in an object',
  received: `"${keys.at(-1)}" at ${places.map(placeIn).join(', and again at ')}`,
  remedy:
    places.length === 2
      ? 'Remove one of the two; only the second counts today.'
      : `Remove all but one of the ${places.length}; only the last counts today.`,
});

/** Settings of a file, with its duplicate keys. */
type JsonObjectFile = { value: JsonObject; problems: ConfigProblem[] };

/** Reads a settings file: a JSON object in strict UTF-8, with limits on size and depth. */
export function readJsonObject(file: string): JsonObjectFile | { problem: ConfigProblem } {
  const text = readText(file);
  if ('problem' in text) return text;
  const examined = examineJson(text.value);
  if ('fault' in examined) {
    const { expected, received, remedy } = examined.fault;
    return refused(file, [expected, received, remedy]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch {
    return refused(file, ['valid JSON', 'text that is no JSON', 'Check the file with a JSON editor.']);
  }
  if (holdsPrototype(value)) {
    return refused(file, ['no key "__proto__"', 'key "__proto__"', 'Remove the key.']);
  }
  if (!isJsonObject(value)) {
    return refused(file, ['a JSON object', describeReceived(value), 'Wrap the settings in { … }.']);
  }
  return { value, problems: examined.repeated.map((key) => repeatedKey(file, key)) };
}
