import { isJsonObject } from '#src/domain/json-object.ts';
import type { CellResult } from './cell-result.ts';
import { readList } from './feed-structures.ts';
import type { Flaw } from './lender-entries.ts';

/** An id becomes part of an address, see domain/image/image-url.ts. */
const PICTURE_ID = /^[a-z0-9-]{1,100}$/;

const ADDRESS = /^https?:\/\//i;
/**
 * Addresses may hold spaces, commas and semicolons: those separate only before another address, a file name or a space.
 */
const BETWEEN_ADDRESSES =
  /\s*[|\n]\s*|[;,]\s+|[;,]?\s*(?=https?:\/\/)|[;,](?=[^\s/,;|?]+\.(?:jpe?g|png|webp|gif|avif)(?:[;,|\s]|$))/i;
const AMPERSAND = /&(?:amp|#0*38|#x0*26);/gi;
/** Placeholder for the id until the original behind an address is known. */
const AWAITED_ID = 'awaited';

const PICTURE_EXPECTED =
  'picture ids of lower-case letters, digits and hyphens, or http(s) addresses without a password';
const PICTURE_REMEDY = 'Correct it in the feed; the other pictures are shown.';

/** Keys that suppliers use, the most usual first. */
const ADDRESS_KEYS =
  'url href src uri imageUrl image_url photoUrl photo_url image photo original large'.split(' ');
const ORDER_KEYS = 'order position sequence sort sortOrder sort_order index rank'.split(' ');

/** Spaces and the like are encoded, as a browser does. */
function pictureAt(text: string, more: object = {}): object | undefined {
  const url = URL.parse(text.trim().replaceAll(AMPERSAND, '&'));
  if (!url || !ADDRESS.test(url.href) || url.username || url.password) return undefined;
  url.hash = '';
  return { id: AWAITED_ID, ...more, address: url.href };
}

const altOf = ({ alt, caption }: Readonly<Record<string, unknown>>): object => {
  const words = [alt, caption].find((text) => typeof text === 'string' && text.trim() !== '');
  return words === undefined ? {} : { alt: words };
};

function pictureIn(item: unknown): object | undefined {
  if (typeof item === 'string') {
    if (ADDRESS.test(item)) return pictureAt(item);
    return PICTURE_ID.test(item) ? { id: item } : undefined;
  }
  if (!isJsonObject(item) || 'address' in item) return undefined;
  const key = ADDRESS_KEYS.find((name) => typeof item[name] === 'string');
  if (key !== undefined) {
    const address = String(item[key]);
    return ADDRESS.test(address) ? pictureAt(address, altOf(item)) : undefined;
  }
  const { id, version } = item;
  const isId = typeof id === 'string' && PICTURE_ID.test(id);
  return isId ? { id, ...altOf(item), ...(version === undefined ? {} : { version }) } : undefined;
}

/** By the place that each object states, if all state one. */
function inOrder(items: readonly unknown[]): readonly unknown[] {
  const key = ORDER_KEYS.find((name) =>
    items.every((item) => isJsonObject(item) && Number.isFinite(Number(item[name] ?? Number.NaN))),
  );
  const placeOf = (item: unknown) => Number(isJsonObject(item) ? item[key ?? ''] : 0);
  return key === undefined ? items : items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const itemsOf = (text: string): readonly unknown[] =>
  !text.startsWith('[') && /https?:\/\//i.test(text)
    ? text.split(BETWEEN_ADDRESSES).filter(Boolean)
    : inOrder(readList(text));

const written = (item: unknown): string => (typeof item === 'string' ? item : (JSON.stringify(item) ?? ''));

/**
 * Ids of stored originals, http(s) addresses, or objects with `url` or `id`, and `alt`. What is none of these, or holds
 * a password, is left out and reported.
 * @param options.isWhole one that cannot be read makes the others of no use
 */
export function readPictures(text: string, { isWhole = false } = {}): CellResult {
  const items = itemsOf(text);
  const read = items.map((item) => ({ item, picture: pictureIn(item) }));
  const pictures = read.flatMap(({ picture }) => picture ?? []);
  const bad = read.filter(({ picture }) => picture === undefined);
  if (bad.length > 0 && (isWhole || pictures.length === 0)) return { refused: PICTURE_EXPECTED };
  const flaws = bad.map(
    ({ item }): Flaw => ({
      at: '',
      written: written(item),
      expected: PICTURE_EXPECTED,
      remedy: PICTURE_REMEDY,
    }),
  );
  return flaws.length > 0 ? { value: pictures, flaws } : { value: pictures };
}

/** A cell of one picture. */
export function readPicture(text: string): CellResult {
  const read = readPictures(text, { isWhole: true });
  const pictures = 'value' in read ? (read.value as readonly object[]) : [];
  return pictures.length === 1 ? { value: pictures[0] } : { refused: `one of ${PICTURE_EXPECTED}` };
}
