import { withoutInvisible } from './invisible-characters.ts';

/** Amounts inside structured fields; feeds state dollars, vehicles hold cents. */
const DOLLAR_KEYS: ReadonlySet<string> = new Set([
  'average_market_price',
  'state_average_market_price',
  'weeklyRepaymentAmount',
]);

/** A JSON object or list, undefined for any other text. */
export function readJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text, (_, item: unknown) =>
      // Escaped in JSON, they are visible only now.
      typeof item === 'string' ? withoutInvisible(item) : item,
    );
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `a|b`, `a; b` or a JSON list; JSON keeps items that hold a separator whole, and objects. */
export function readList(text: string): unknown[] {
  const json = text.startsWith('[') ? readJson(text) : undefined;
  if (Array.isArray(json)) return json.filter((item) => item !== null && item !== '');
  return text
    .split(/[|;]/)
    .map((item) => item.trim())
    .filter(Boolean);
}

/** An id becomes part of an address, see domain/image/image-url.ts. */
const PICTURE_ID = /^[a-z0-9-]{1,100}$/;

const ADDRESS = /^https?:\/\//i;
/** Addresses may hold a comma or a semicolon, but neither at their end nor a space. */
const BETWEEN_ADDRESSES = /\s*\|\s*|[;,]?\s+|[;,](?=https?:\/\/)/i;
/** Placeholder for the id until the original behind an address is known. */
const AWAITED_ID = 'awaited';

function pictureAt(text: string, more: object = {}): object | undefined {
  const url = URL.parse(text);
  if (!url || !ADDRESS.test(url.href) || url.username || url.password) return undefined;
  url.hash = '';
  return { id: AWAITED_ID, ...more, address: url.href };
}

function readPicture(item: unknown): object | undefined {
  if (typeof item === 'string') {
    if (ADDRESS.test(item)) return pictureAt(item);
    return PICTURE_ID.test(item) ? { id: item } : undefined;
  }
  if (typeof item !== 'object' || item === null || 'address' in item) return undefined;
  if ('url' in item) {
    const { url, ...more } = item;
    return typeof url === 'string' && !('id' in more) ? pictureAt(url, more) : undefined;
  }
  return 'id' in item && PICTURE_ID.test(String(item.id)) ? item : undefined;
}

/**
 * Ids of stored originals, http(s) addresses, or objects of `id` or `url` with `alt`; undefined if one is none of
 * these, or contains a password.
 */
export function readPictures(text: string): unknown[] | undefined {
  const isJson = text.startsWith('[');
  const items =
    !isJson && /https?:\/\//i.test(text) ? text.split(BETWEEN_ADDRESSES).filter(Boolean) : readList(text);
  const pictures = items.flatMap((item) => readPicture(item) ?? []);
  return pictures.length === items.length ? pictures : undefined;
}

/** The object with its amounts in cents, at every depth; other values are left for the schema to refuse. */
export function withCents(value: object | undefined): object | undefined {
  if (value === undefined || Array.isArray(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      if (DOLLAR_KEYS.has(key) && typeof item === 'number') return [key, Math.round(item * 100)];
      return [key, typeof item === 'object' && item !== null ? (withCents(item) ?? item) : item];
    }),
  );
}
