import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FEED_ENCODINGS, type FeedEncoding } from '#src/config/sections/stock/feed-section.ts';
import { FeedError, UNREADABLE } from '#src/features/stock/parsing/feed-content.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';

const CHUNK_BYTES = 256 * 1024;

/** @throws FeedError if the file or its folder may not be read */
export function opened<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new FeedError(`${file}: ${plainReason(error)}. Check the file and who may read it.`);
  }
}

/** Bytes of a file in parts. @param limit reads no more than so many */
function* bytesOf(file: string, limit = Number.POSITIVE_INFINITY): Generator<Buffer> {
  const handle = opened(file, () => openSync(file, 'r'));
  try {
    // A file that grows while it is read ends where it ended at first.
    const end = Math.min(fstatSync(handle).size, limit);
    for (let at = 0; at < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
      const read = readSync(handle, buffer, 0, buffer.length, at);
      if (read === 0) return;
      at += read;
      yield buffer.subarray(0, read);
    }
  } finally {
    closeSync(handle);
  }
}

const BOMS: readonly (readonly [encoding: FeedEncoding, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const SIGNATURES: readonly (readonly [what: string, bytes: readonly number[]])[] = [
  ['an Excel workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21]],
  ['a 7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['an archive of bzip2', [0x42, 0x5a, 0x68]],
  ['an archive of xz', [0xfd, 0x37, 0x7a, 0x58]],
];

export const beginsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

const SAMPLE_BYTES = 64_000;
/** In UTF-16, every other byte of Latin letters is zero; in other text hardly any is. */
const MOSTLY = 0.4;
const HARDLY = 0.02;

/** UTF-16 without a BOM by the position of zeros; `binary` if there are too many for text. */
function byZeros(sample: Uint8Array): 'utf-16le' | 'utf-16be' | 'binary' | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2));
  if (odd > MOSTLY && even < HARDLY) return 'utf-16le';
  if (even > MOSTLY && odd < HARDLY) return 'utf-16be';
  return (even + odd) / 2 > HARDLY ? 'binary' : undefined;
}

const DECLARATION = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/i;

/** Encoding that an XML feed declares, by one of its names. */
function declaredIn(sample: Uint8Array): FeedEncoding | undefined {
  const label = DECLARATION.exec(new TextDecoder('latin1').decode(sample.subarray(0, 400)))?.[1];
  if (label === undefined) return undefined;
  const named = FEED_ENCODINGS.find((encoding) => encoding === label.toLowerCase());
  if (named) return named;
  try {
    const { encoding } = new TextDecoder(label);
    return FEED_ENCODINGS.find((known) => known === encoding);
  } catch {
    return undefined;
  }
}

/** A byte outside ASCII between its neighbours; 0 at the ends. */
type Neighbours = readonly [before: number, byte: number, after: number];

/** Enough to tell encodings apart. */
const MAX_NEIGHBOURS = 5000;

/** How well bytes outside ASCII are UTF-8, and the first of them. */
function surveyBytes(file: string) {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const lenient = new TextDecoder('utf-8');
  let isUtf8 = true;
  let unreadable = 0;
  let readable = 0;
  let last = 0;
  const neighbours: Neighbours[] = [];
  for (const bytes of bytesOf(file)) {
    const isAscii = bytes.every((byte) => byte < 0x80);
    if (isUtf8) {
      try {
        strict.decode(bytes, { stream: true });
      } catch {
        isUtf8 = false;
      }
    }
    const text = lenient.decode(bytes, { stream: true });
    if (isAscii) {
      last = bytes.at(-1) ?? 0;
      continue;
    }
    for (const [character] of text.matchAll(/[^\0-\x7f]/g)) {
      if (character === UNREADABLE) unreadable += 1;
      else readable += 1;
    }
    for (const [at, byte] of bytes.entries()) {
      if (byte < 0x80 || neighbours.length >= MAX_NEIGHBOURS) continue;
      neighbours.push([at === 0 ? last : (bytes[at - 1] ?? 0), byte, bytes[at + 1] ?? 0]);
    }
    last = bytes.at(-1) ?? 0;
  }
  try {
    strict.decode();
  } catch {
    isUtf8 = false;
  }
  return { isUtf8, isAscii: readable + unreadable === 0, unreadable, readable, neighbours };
}

/** Encodings of one byte a character, the most frequent first. */
const SINGLE_BYTE = ['windows-1252', 'iso-8859-15', 'macintosh'] as const;

const LOWER = /^[a-zà-öø-ÿœ]$/;
const UPPER = /^[A-ZÀ-ÖØ-ÞŒŸ]$/;
/** What texts about vehicles hold besides letters. */
const USUAL_SIGNS = /^[\u00a0‘’“”–—…•·°²³½¼¾×®©™€£§«»´¡¿]$/;

/** How plausible a character is between its neighbours: 1, 0 or -1. */
function plausibility(before: string, character: string, after: string): number {
  const isInWord = LOWER.test(before) && LOWER.test(after);
  if (LOWER.test(character)) return /[a-z]/i.test(before) || LOWER.test(after) ? 1 : 0;
  if (UPPER.test(character)) return isInWord ? -1 : UPPER.test(before) || LOWER.test(after) ? 1 : 0;
  if (!USUAL_SIGNS.test(character)) return -1;
  return isInWord && character !== '’' ? -1 : 1;
}

/** The single-byte encoding in which a text is most plausible. */
function likeliestOf(neighbours: readonly Neighbours[]): FeedEncoding {
  const scored = SINGLE_BYTE.map((encoding) => {
    const decoder = new TextDecoder(encoding);
    const characters = decoder.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    const at = (byte: number) => characters[byte] ?? '';
    const score = neighbours.reduce(
      (sum, [before, byte, after]) => sum + plausibility(at(before), at(byte), at(after)),
      0,
    );
    return { encoding, score };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.encoding ?? 'windows-1252';
}

export type TextEncoding = {
  encoding: FeedEncoding;
  /** Set if it was found by the bytes, and neither by a mark, the settings nor a declaration. */
  isFound: boolean;
};

/**
 * Encoding of a feed: by its mark, the settings, the declaration of XML, or its bytes, in this order (FEED-05). Valid
 * UTF-8 with accents is UTF-8, whatever settings and declarations say.
 * @param stated in the settings
 * @param name for messages
 * @throws FeedError if it is not text
 */
export function encodingOf(file: string, stated: FeedEncoding | undefined, name = file): TextEncoding {
  const [sample = Buffer.alloc(0)] = bytesOf(file, SAMPLE_BYTES);
  const marked = BOMS.find(([, mark]) => beginsWith(sample, mark))?.[0];
  if (marked) return { encoding: marked, isFound: false };
  const other = SIGNATURES.find(([, start]) => beginsWith(sample, start))?.[0];
  if (other) throw new FeedError(`${name}: ${other}, not text. Export it as CSV, JSON, NDJSON or XML.`);
  const named = stated ?? declaredIn(sample);
  const zeros = byZeros(sample);
  if (zeros === 'utf-16le' || zeros === 'utf-16be') return { encoding: zeros, isFound: zeros !== named };
  if (zeros === 'binary')
    throw new FeedError(`${name}: binary data, not text. Export it as CSV, JSON, NDJSON or XML in UTF-8.`);
  if (stated === 'utf-8' || stated?.startsWith('utf-16')) return { encoding: stated, isFound: false };
  const { isUtf8, isAscii, unreadable, readable, neighbours } = surveyBytes(file);
  if (isAscii || (isUtf8 && named === undefined)) return { encoding: named ?? 'utf-8', isFound: false };
  if (isUtf8) return { encoding: 'utf-8', isFound: named !== 'utf-8' };
  if (named !== undefined && named !== 'utf-8' && !named.startsWith('utf-16'))
    return { encoding: named, isFound: false };
  // Hardly any accented letters of other encodings are valid UTF-8.
  return unreadable > readable
    ? { encoding: likeliestOf(neighbours), isFound: true }
    : { encoding: 'utf-8', isFound: false };
}

/** Text contains no zero bytes. */
const withoutZeros = (text: string): string => text.replaceAll('\0', UNREADABLE);

/**
 * Text of a file in parts; invalid bytes become U+FFFD.
 * @param limit reads no more than so many bytes
 */
export function* textOf(file: string, encoding: FeedEncoding, limit?: number): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (const bytes of bytesOf(file, limit)) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') yield withoutZeros(text);
  }
  const rest = decoder.decode();
  if (rest !== '' && limit === undefined) yield withoutZeros(rest);
}
