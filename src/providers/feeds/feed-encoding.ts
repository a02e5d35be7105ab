import { FeedError, UNREADABLE } from './feed.ts';

const BOMS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const SIGNATURES: readonly (readonly [what: string, bytes: readonly number[]])[] = [
  ['a ZIP archive or an Excel workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['an Excel workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a gzip archive', [0x1f, 0x8b]],
];

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte);

const SAMPLE_BYTES = 64_000;
/** In UTF-16 every other byte of plain letters is zero; in text hardly any is. */
const MOSTLY = 0.4;
const HARDLY = 0.02;

/** UTF-16 without a mark, by where its zeros are. */
function utf16In(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2));
  if (odd > MOSTLY && even < HARDLY) return 'utf-16le';
  return even > MOSTLY && odd < HARDLY ? 'utf-16be' : undefined;
}

const zeroShare = (bytes: Uint8Array): number => {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  return sample.reduce((count, byte) => count + Number(byte === 0), 0) / sample.length;
};

/** Bytes that are no character in Windows-1252. */
const NOT_IN_1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Whether text that is no UTF-8 is Windows-1252: hardly any of its accented letters are UTF-8. */
function isWindows1252(bytes: Uint8Array, asUtf8: string): boolean {
  if (NOT_IN_1252.some((byte) => bytes.includes(byte))) return false;
  let unreadable = 0;
  let readable = 0;
  for (const [character] of asUtf8.matchAll(/[^\0-\x7f]/g)) {
    if (character === UNREADABLE) unreadable += 1;
    else readable += 1;
  }
  return unreadable > readable;
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Whether all of it is UTF-8, with characters that would be pairs of others in Windows-1252: `CitroÃ«n`. */
function isAccentedUtf8(bytes: Uint8Array, in1252: string): boolean {
  if (!NOT_ASCII.test(in1252)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export type DecodedFeed = {
  text: string;
  /** The encoding its bytes are in, where that is neither UTF-8 by default nor what the settings or a mark state. */
  foundEncoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';
};

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

/** A zero byte in text is no character. */
const withoutZeros = (text: string): string => text.replaceAll('\0', UNREADABLE);

/**
 * The text of a feed. A mark decides its encoding, else the settings, else its bytes; bytes that are not text become
 * U+FFFD.
 * @param stated by the settings
 * @throws FeedError when it is no text
 */
export function decodeFeed(file: string, bytes: Uint8Array, stated: string | undefined): DecodedFeed {
  const marked = BOMS.find(([, mark]) => beginsWith(bytes, mark))?.[0];
  if (marked) return { text: withoutZeros(decode(bytes, marked)) };
  const other = SIGNATURES.find(([, start]) => beginsWith(bytes, start))?.[0];
  if (other) throw new FeedError(`${file}: ${other}, not text. Export it as CSV, JSON or NDJSON.`);
  if (bytes.includes(0)) {
    const utf16 = utf16In(bytes);
    if (utf16) return { text: decode(bytes, utf16), foundEncoding: utf16 };
    if (zeroShare(bytes) > HARDLY)
      throw new FeedError(`${file}: binary data, not text. Export it as CSV, JSON or NDJSON in UTF-8.`);
  }
  const text = withoutZeros(decode(bytes, stated ?? 'utf-8'));
  if (stated === 'windows-1252' && isAccentedUtf8(bytes, text))
    return { text: withoutZeros(decode(bytes, 'utf-8')), foundEncoding: 'utf-8' };
  if (stated !== undefined || !text.includes(UNREADABLE) || !isWindows1252(bytes, text)) return { text };
  return { text: withoutZeros(decode(bytes, 'windows-1252')), foundEncoding: 'windows-1252' };
}
