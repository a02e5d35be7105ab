/**
 * Reading and changing a page while it is bytes. As text, a page is larger than what V8 allocates from memory it has:
 * each replacement asks the system for new memory, which takes longer than the replacement itself.
 */

/** Markup and addresses are ASCII. What else an element holds survives as it is, byte for byte. */
export const EXACT = 'latin1';

export type Element = {
  /** Offsets in bytes of the first one, and of the one behind the last. */
  from: number;
  to: number;
  /** Each character is one byte. */
  text: string;
};

/**
 * What stands between two marks, these included.
 * @param begins the element’s first characters, of ASCII
 * @param ends its last ones; an element without them is none
 */
export function* elementsOf(page: Buffer, begins: string, ends: string): Generator<Element> {
  for (let from = page.indexOf(begins); from >= 0; from = page.indexOf(begins, from + begins.length)) {
    const closing = page.indexOf(ends, from);
    if (closing < 0) return;
    const to = closing + ends.length;
    yield { from, to, text: page.toString(EXACT, from, to) };
  }
}

/** @param replace returns what takes the place of an element, byte for character; without a value it stays */
export function replaceElements(
  page: Buffer,
  begins: string,
  ends: string,
  replace: (text: string) => string | undefined,
): Buffer {
  const pieces: Buffer[] = [];
  let done = 0;
  for (const { from, to, text } of elementsOf(page, begins, ends)) {
    const replacement = from < done ? undefined : replace(text);
    if (replacement === undefined) continue;
    pieces.push(page.subarray(done, from), Buffer.from(replacement, EXACT));
    done = to;
  }
  return done === 0 ? page : Buffer.concat([...pieces, page.subarray(done)]);
}

/** Puts text before the first `mark` of a page that has one. */
export function insertBefore(page: Buffer, mark: string, text: string): Buffer {
  const at = page.indexOf(mark);
  return at < 0 ? page : Buffer.concat([page.subarray(0, at), Buffer.from(text), page.subarray(at)]);
}
