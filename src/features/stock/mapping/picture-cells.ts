import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import { MAX_COUNTED, numberedAddress } from './column-mapping.ts';
import { plainName } from './column-names.data.ts';
import { type CellResult, type Flaw, readJson, readList } from './structured-cells.ts';

/** Ids are part of addresses, see platform/images/image-url.ts. */
const PICTURE_ID = /^[a-z0-9-]{1,100}$/;

const ADDRESS = /^https?:\/\//i;
/**
 * URLs may contain spaces, commas and semicolons, which only separate before another URL, a file name or whitespace.
 */
const BETWEEN_ADDRESSES =
  /\s*[|\n]\s*|[;,]\s+|[;,]?\s*(?=https?:\/\/)|[;,](?=[^\s/,;|?]+\.(?:jpe?g|png|webp|gif|avif)(?:[;,|\s]|$))/i;
const AMPERSAND = /&(?:amp|#0*38|#x0*26);/gi;
/** Placeholder for the id until the original has been fetched. */
const AWAITED_ID = 'awaited';

/** Scheme of pictures in the archive of a feed. */
export const ARCHIVE = 'archive:';

/** Photos of an archive: the path of each by every end of it that means no other. */
export type ArchivedPhotos = ReadonlyMap<string, string>;

const stepsOf = (name: string): string[] =>
  name
    .trim()
    .toLowerCase()
    .split(/[/\\]/)
    .filter((step) => step !== '' && step !== '.');

/** `stock/u1/1.jpg` is found as that, as `u1/1.jpg`, and as `1.jpg` if there is one of that name. */
export function photosByName(paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const shared = new Set<string>();
  const whole = paths.map((path) => stepsOf(path).join('/'));
  for (const path of whole) {
    const steps = path.split('/');
    for (let at = 0; at < steps.length; at += 1) {
      const end = steps.slice(at).join('/');
      if (found.has(end) && found.get(end) !== path) shared.add(end);
      else found.set(end, path);
    }
  }
  for (const end of shared) found.delete(end);
  for (const path of whole) found.set(path, path);
  return found;
}

const PICTURE_EXPECTED =
  'picture ids of lower-case letters, digits and hyphens, or http(s) addresses without a password';
const PICTURE_REMEDY = 'Correct it in the feed; the other pictures are shown.';

/** Keys used by suppliers, most common first. */
const ADDRESS_KEYS =
  'url href src uri link imageurl photourl photo image original large full big text value'.split(' ');
export const ORDER_KEYS =
  'order position sequence seq sort sortorder displayorder photoorder imageorder index rank priority number nr volgnummer'.split(
    ' ',
  );

/** An object of any supplier with its keys in one spelling: `Image_URL` is `imageurl`. */
const withPlainKeys = (item: unknown): unknown =>
  isJsonObject(item)
    ? Object.fromEntries(Object.entries(item).map(([key, value]) => [plainName(key), value]))
    : item;

/** Encodes spaces and the like, as browsers do. */
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

/** A photo in the archive of the feed, if it is there. */
function archivedPicture(name: string, photos: ArchivedPhotos | undefined): object | undefined {
  const steps = stepsOf(name);
  const last = steps.at(-1) ?? '';
  // Folders that the archive does not have are those of the supplier’s machine.
  const inRoot = photos?.get(last) === last ? last : undefined;
  const path = photos?.get(steps.join('/')) ?? inRoot;
  return path === undefined ? undefined : { id: AWAITED_ID, address: `${ARCHIVE}${path}` };
}

/** Pictures of a template: those of an archive are known, others are counted once they are fetched. */
function picturesCounted(template: string, from: number, photos: ArchivedPhotos | undefined): object[] {
  if (!template.startsWith(ARCHIVE)) {
    const isAddress = pictureAt(numberedAddress(template, from)) !== undefined;
    return isAddress ? [{ id: AWAITED_ID, address: template, from }] : [];
  }
  const found: object[] = [];
  const name = decoded(template.slice(ARCHIVE.length));
  for (let n = from; found.length < MAX_COUNTED; n += 1) {
    const picture = archivedPicture(numberedAddress(name, n), photos);
    if (!picture) break;
    found.push(picture);
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function pictureIn(item: unknown, photos: ArchivedPhotos | undefined): object | undefined {
  if (typeof item === 'string') {
    if (ADDRESS.test(item)) return pictureAt(item);
    const archived = archivedPicture(item.startsWith(ARCHIVE) ? item.slice(ARCHIVE.length) : item, photos);
    if (archived) return archived;
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

/** Sorts by position, if all objects have one. */
function inOrder(items: readonly unknown[]): readonly unknown[] {
  const key = ORDER_KEYS.find((name) =>
    items.every((item) => isJsonObject(item) && Number.isFinite(Number(item[name] ?? Number.NaN))),
  );
  const placeOf = (item: unknown) => Number(isJsonObject(item) ? item[key ?? ''] : 0);
  return key === undefined ? items : items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const itemsOf = (text: string): readonly unknown[] =>
  !text.startsWith('[') && /https?:\/\//i.test(text)
    ? text
        .replace(/[^\S\n]{2,}/g, ' ')
        .split(BETWEEN_ADDRESSES)
        .filter(Boolean)
    : inOrder(readList(text).map(withPlainKeys));

/** The template of a `columns` setting, see `column-mapping.ts`. */
function countedIn(text: string): { url: string; from: number } | undefined {
  if (!text.startsWith('[{"url":')) return undefined;
  const items = readJson(text);
  const [only, ...others] = Array.isArray(items) ? (items as unknown[]) : [];
  return others.length === 0 && isJsonObject(only) && typeof only.from === 'number'
    ? { url: String(only.url), from: only.from }
    : undefined;
}

const written = (item: unknown): string => (typeof item === 'string' ? item : (JSON.stringify(item) ?? ''));

/**
 * Ids of stored originals, http(s) URLs, or objects with `url` or `id`, and `alt`. Anything else, and URLs with a
 * password, is left out and reported.
 * @param options.photos names of the photos in the archive of the feed
 * @param options.isWhole whether a single invalid item makes all others useless
 */
export function readPictures(
  text: string,
  { isWhole = false, photos }: { isWhole?: boolean; photos?: ArchivedPhotos | undefined } = {},
): CellResult {
  const counted = countedIn(text);
  if (counted) return { value: picturesCounted(counted.url, counted.from, photos) };
  const items = itemsOf(text);
  const read = items.map((item) => ({ item, picture: pictureIn(item, photos) }));
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

/** A cell with a single picture. */
export function readPicture(text: string, photos?: ArchivedPhotos): CellResult {
  const read = readPictures(text, { isWhole: true, photos });
  const pictures = 'value' in read ? (read.value as readonly object[]) : [];
  return pictures.length === 1 ? { value: pictures[0] } : { refused: `one of ${PICTURE_EXPECTED}` };
}
