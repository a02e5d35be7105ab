/** A syntax error in JSON, with its line. */
export class JsonStructureError extends Error {
  override name = 'JsonStructureError';
}

export type JsonItem = {
  text: string;
  /** Index in the text. */
  at: number;
  /** Its key in an object of vehicles. */
  key?: string;
  /** Depth, including itself. */
  nesting: number;
};

const SPACE = /[^ \t\r\n]/g;
const SIGNS = /["{}[\]]/g;
const STRING_END = /["\\]/g;
const SCALAR_END = /[,\]}\s]/g;

/** Index of the next match, or the end of the text. */
function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

export const skipSpace = (text: string, at: number) => find(SPACE, text, at);

const LINE_BREAK = /\r\n?|\n/g;

export function failure(text: string, at: number, expected: string): JsonStructureError {
  const line = (text.slice(0, at).match(LINE_BREAK)?.length ?? 0) + 1;
  return new JsonStructureError(
    at >= text.length
      ? `line ${line}: it ends where ${expected} was expected`
      : `line ${line}: expected ${expected}`,
  );
}

/** @param at index of the opening quote @returns index after the closing one */
function skipString(text: string, at: number): number {
  for (let next = at + 1; ; ) {
    const end = find(STRING_END, text, next);
    if (end >= text.length) throw failure(text, end, 'a closing quote');
    if (text[end] === '"') return end + 1;
    next = end + 2;
  }
}

/** Skips a value without building it, so that its size and depth cost no memory. */
export function skipValue(text: string, start: number): { end: number; nesting: number } {
  const first = text[start];
  if (first === '"') return { end: skipString(text, start), nesting: 0 };
  if (first !== '{' && first !== '[') {
    const end = find(SCALAR_END, text, start);
    if (end === start) throw failure(text, start, 'a value');
    return { end, nesting: 0 };
  }
  let depth = 0;
  let nesting = 0;
  for (let at = start; ; ) {
    const sign = find(SIGNS, text, at);
    if (sign >= text.length) throw failure(text, sign, 'a closing bracket');
    if (text[sign] === '"') {
      at = skipString(text, sign);
      continue;
    }
    at = sign + 1;
    if (text[sign] === '{' || text[sign] === '[') nesting = Math.max(nesting, ++depth);
    else if (--depth === 0) return { end: at, nesting };
  }
}

/** Members of an object with the index of their value. */
export function* membersOf(text: string, open: number): Generator<{ key: string; at: number }> {
  let at = skipSpace(text, open + 1);
  if (text[at] === '}') return;
  for (;;) {
    if (text[at] !== '"') throw failure(text, at, 'a key in quotes');
    const keyEnd = skipString(text, at);
    const key = text.slice(at + 1, keyEnd - 1);
    at = skipSpace(text, keyEnd);
    if (text[at] !== ':') throw failure(text, at, 'a colon');
    at = skipSpace(text, at + 1);
    yield { key, at };
    at = skipSpace(text, skipValue(text, at).end);
    if (text[at] === '}') return;
    if (text[at] !== ',') throw failure(text, at, 'a comma or a closing brace');
    at = skipSpace(text, at + 1);
  }
}

/** Yields the items of a list, or the members of an object of vehicles by their numbers. @throws JsonStructureError */
export function* itemsOf(text: string, open: number): Generator<JsonItem> {
  if (text[open] === '{') {
    for (const { key, at } of membersOf(text, open)) {
      const { end, nesting } = skipValue(text, at);
      yield { text: text.slice(at, end), at, nesting, key };
    }
    return;
  }
  let at = skipSpace(text, open + 1);
  while (text[at] !== ']') {
    const { end, nesting } = skipValue(text, at);
    yield { text: text.slice(at, end), at, nesting };
    at = skipSpace(text, end);
    if (text[at] === ']') return;
    if (text[at] !== ',') throw failure(text, at, 'a comma or a closing bracket');
    at = skipSpace(text, at + 1);
  }
}

/** Depth of a value. @throws JsonStructureError */
export const nestingOf = (text: string): number => skipValue(text, skipSpace(text, 0)).nesting;
