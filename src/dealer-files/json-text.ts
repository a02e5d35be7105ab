import { printParseErrorCode, visit } from 'jsonc-parser';

/** Far deeper than any setting; without a limit a hostile file could exhaust the stack. */
export const MAX_NESTING = 40;

/** The place of an error, counted from 1 as editors do. */
type Position = { line: number; column: number };

export type TextFault = { expected: string; received: string; remedy: string };

/** A duplicate key of an object; only its last value counts. */
export type RepeatedKey = { keys: string[]; places: readonly Position[] };

class TooDeep extends Error {}

export const placeIn = ({ line, column }: Position) => `line ${line}, column ${column}`;

type FaultWords = readonly [expected: string, remedy: string];

const ADVICE: Readonly<Record<string, FaultWords>> = {
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

/** The text at a place, as a reader of the file would describe it. */
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

/** An object or list being read, with the keys it has had so far. */
type Open = Map<string, Position[]>;

/**
 * Finds the first place where a text is not JSON, and the keys that an object has more than once, which `JSON.parse`
 * passes over.
 */
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
