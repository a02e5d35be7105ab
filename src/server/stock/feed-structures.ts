/** Amounts inside structured fields; feeds state dollars, vehicles hold cents. */
const DOLLAR_KEYS: ReadonlySet<string> = new Set([
  'average_market_price',
  'state_average_market_price',
  'weeklyRepaymentAmount',
  'paymentWeek',
  'paymentMonth',
  'balloon',
  'deposit',
  'establishmentFees',
  'totalPayable',
]);

/** A JSON object or list, undefined for any other text. */
export function readJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
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

const hasPictureId = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'id' in item && PICTURE_ID.test(String(item.id));

/** Ids, or objects of `id` and `alt`; undefined where one is no id of a stored original. */
export function readPictures(text: string): unknown[] | undefined {
  const pictures = readList(text).map((item) => (typeof item === 'string' ? { id: item } : item));
  return pictures.every(hasPictureId) ? pictures : undefined;
}

/** The object with its amounts in cents, at every depth; what is no number stays for the schema to refuse. */
export function withCents(value: object | undefined): object | undefined {
  if (value === undefined || Array.isArray(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      if (DOLLAR_KEYS.has(key) && typeof item === 'number') return [key, Math.round(item * 100)];
      return [key, typeof item === 'object' && item !== null ? (withCents(item) ?? item) : item];
    }),
  );
}
