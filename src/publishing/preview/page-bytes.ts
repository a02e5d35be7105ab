/**
 * Reading and changing a page while it is bytes. As text, a page is larger than what V8 allocates from memory it has:
 * each replacement asks the system for new memory, which takes longer than the replacement itself. Copies of bytes make
 * the garbage collector run more often.
 */

/** Markup and addresses are ASCII. What else an element holds survives as it is, byte for byte. */
export const EXACT = 'latin1';

/** Text among that of a page, of which each character is one byte. */
export const exactText = (text: string): string => Buffer.from(text).toString(EXACT);

/** Offsets in bytes of the first one, and of the one behind the last. */
export type Span = { from: number; to: number };

/** What takes the place of a part of the page, of which each character is one byte. */
export type Edit = Span & { text: string };

/** @param edits of which one that begins inside another is left out */
export function edited(page: Buffer, edits: Iterable<Edit>): Buffer {
  const made: Edit[] = [];
  let done = 0;
  let length = page.length;
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    if (edit.from < done) continue;
    made.push(edit);
    done = edit.to;
    length += edit.text.length - (edit.to - edit.from);
  }
  if (made.length === 0) return page;
  const whole = Buffer.allocUnsafe(length);
  let [at, copied] = [0, 0];
  for (const { from, to, text } of made) {
    at += page.copy(whole, at, copied, from);
    at += whole.write(text, at, EXACT);
    copied = to;
  }
  page.copy(whole, at, copied);
  return whole;
}

/** Half of the longest text that V8 has memory for. */
const PART_BYTES = 65_536;
/** No path has one of these: the first is between elements, the second in long attributes. */
const CUTS = ['<', '&'];

/**
 * A page as texts that follow one another, each character one byte.
 * @returns no path of the page begins in one and ends in the next
 */
export function* partsOf(page: Buffer): Generator<string> {
  for (let rest = page; rest.length > 0; ) {
    const most = rest.subarray(0, PART_BYTES);
    const cut = CUTS.map((mark) => most.lastIndexOf(mark)).find((at) => at > 0);
    const length = most.length < rest.length ? (cut ?? most.length) : rest.length;
    yield rest.toString(EXACT, 0, length);
    rest = rest.subarray(length);
  }
}
