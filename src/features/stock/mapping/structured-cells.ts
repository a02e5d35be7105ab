import * as v from 'valibot';
import { FINANCE_PROVIDERS, type FinanceProvider } from '#src/config/sections/finance/finance-section.ts';
import type { ProblemReason } from '#src/features/stock/row-problems.ts';
import {
  type LenderEntry,
  LenderEntrySchema,
  TERM_FIELDS,
  termsAgree,
} from '#src/features/vehicle/vehicle.ts';
import { dollarsToCents } from '#src/platform/number/number-format.ts';
import { withoutInvisible } from '#src/platform/text/invisible-characters.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import { formatIn } from './column-formats.ts';
import { readAmount, readMeasure } from './numbers-and-dates.ts';

/** Amounts inside structured fields, converted from dollars to cents. */
const DOLLAR_KEYS: ReadonlySet<string> = new Set([
  'average_market_price',
  'state_average_market_price',
  'weeklyRepaymentAmount',
]);

/** Parses a JSON object or list; undefined for other text. */
export function readJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text, (_, item: unknown) =>
      // Escape sequences can hide them from earlier checks.
      typeof item === 'string' ? withoutInvisible(item) : item,
    );
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `a|b`, `a; b` or a JSON list; JSON supports separators in items, and objects. */
export function readList(text: string): unknown[] {
  const json = text.startsWith('[') ? readJson(text) : undefined;
  if (Array.isArray(json)) return json.filter((item) => item !== null && item !== '');
  return text
    .split(/[|;]/)
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Recursively converts amounts to cents; the schema rejects invalid values. */
export function withCents(value: object | undefined): object | undefined {
  if (value === undefined || Array.isArray(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      if (DOLLAR_KEYS.has(key) && typeof item === 'number') return [key, Math.round(item * 100)];
      return [key, typeof item === 'object' && item !== null ? (withCents(item) ?? item) : item];
    }),
  );
}

/** An unreadable part of a cell. */
type Flaw = {
  /** Path inside the cell, such as `Angle.balloon`; empty for the whole cell. */
  at: string;
  /** As in the feed. */
  written: string;
  expected: string;
  remedy: string;
};

type Field = Exclude<keyof LenderEntry, 'isUnreadable'>;
type Kind = 'dollars' | 'rate' | 'term' | 'text';

const FIELD_KINDS: Readonly<Record<Field, Kind>> = {
  interestRate: 'rate',
  comparisonRate: 'rate',
  paymentWeek: 'dollars',
  paymentMonth: 'dollars',
  ...(Object.fromEntries(TERM_FIELDS.map((field) => [field, 'dollars'])) as Record<
    (typeof TERM_FIELDS)[number],
    'dollars'
  >),
  termYears: 'term',
  termMonths: 'term',
  termWeeks: 'term',
  balloon: 'dollars',
  deposit: 'dollars',
  establishmentFees: 'dollars',
  totalPayable: 'dollars',
  financeProvider: 'text',
  disclaimer: 'text',
};

const ENTRY_EXPECTED: Readonly<Record<Kind, string>> = {
  dollars: 'an amount in dollars up to $10,000,000, e.g. 128.50',
  rate: 'a rate of 0 to 48 per cent, e.g. 7.49',
  term: 'a length of at most 30 years',
  text: 'a text',
};

const HIDDEN = 'the vehicle shows no repayment of this lender until then';
const ENTRY_REMEDY = `Correct the value in the feed; ${HIDDEN}.`;

const isField = (key: string): key is Field => Object.hasOwn(FIELD_KINDS, key);
const isAbsent = (value: unknown) => value === null || value === undefined || value === '';
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const PROVIDER_OF = new Map(FINANCE_PROVIDERS.map((provider) => [plain(provider), provider]));

const unreadable = (): LenderEntry => ({ isUnreadable: true });

/** @returns undefined if the value is not of this kind */
function readValue(kind: Kind, value: unknown): unknown {
  if (kind === 'text') return typeof value === 'string' ? value : undefined;
  // `1.520` may be one and a half dollars, or a monthly repayment.
  if (kind === 'dollars' && typeof value === 'string' && formatIn('dollars', value) === 'either')
    return undefined;
  const read = kind === 'dollars' ? readAmount : readMeasure;
  const number = typeof value === 'string' ? read(value.trim()) : value;
  if (typeof number !== 'number') return undefined;
  return kind === 'dollars' ? dollarsToCents(number) : number;
}

/** A lender's entry; unreadable parts are left out, and the entry is marked. */
function readEntry(provider: FinanceProvider, given: unknown, flaws: Flaw[]): LenderEntry {
  const complain = (field: string, value: unknown, expected: string, remedy = ENTRY_REMEDY) =>
    flaws.push({
      at: [provider, field].filter(Boolean).join('.'),
      written: JSON.stringify(value) ?? '',
      expected,
      remedy,
    });
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    complain('', given, 'an object with the figures of the lender');
    return unreadable();
  }
  const before = flaws.length;
  const read: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(given)) {
    if (isAbsent(value)) continue;
    if (!isField(field)) {
      complain(field, value, `one of ${Object.keys(FIELD_KINDS).join(', ')}`, `Rename the field; ${HIDDEN}.`);
      continue;
    }
    const kind = FIELD_KINDS[field];
    const parsed = v.safeParse(LenderEntrySchema.entries[field], readValue(kind, value) ?? Number.NaN);
    if (parsed.success) read[field] = parsed.output;
    else complain(field, value, ENTRY_EXPECTED[kind]);
  }
  const entry = read as LenderEntry;
  const { interestRate, comparisonRate } = entry;
  if (interestRate != null && comparisonRate != null && comparisonRate < interestRate)
    complain('comparisonRate', comparisonRate, `at least the interest rate of ${interestRate}`);
  if (!termsAgree(entry))
    complain('termYears', entry.termYears ?? entry.termMonths, 'years, months and weeks of one length');
  return flaws.length > before ? { ...entry, isUnreadable: true } : entry;
}

/**
 * FIN-15: lender entries in a cell, by lender, with amounts in cents. An entry with an unreadable part is marked, so
 * that no repayment of that lender is shown, instead of a computed one.
 */
export function readLenderEntries(text: string): { value: Record<string, LenderEntry>; flaws: Flaw[] } {
  const cell = readJson(text);
  if (cell === undefined || Array.isArray(cell)) {
    const value = Object.fromEntries(FINANCE_PROVIDERS.map((provider) => [provider, unreadable()]));
    const expected = 'a JSON object of lenders with their figures';
    const remedy = `Correct the cell in the feed; the vehicle shows no repayment of a lender until then.`;
    return { value, flaws: [{ at: '', written: text, expected, remedy }] };
  }
  const flaws: Flaw[] = [];
  const value: Record<string, LenderEntry> = {};
  for (const [name, given] of Object.entries(cell)) {
    if (isAbsent(given)) continue;
    const provider = PROVIDER_OF.get(plain(name));
    if (provider) value[provider] = readEntry(provider, given, flaws);
    else
      flaws.push({
        at: name,
        written: JSON.stringify(given) ?? '',
        expected: `one of the lenders ${FINANCE_PROVIDERS.join(', ')}`,
        remedy: 'Correct the name of the lender in the feed; its entry is left out.',
      });
  }
  return { value, flaws };
}

/** `value: undefined` means "not stated". */
export type CellResult =
  | {
      value: unknown;
      /** Warning about the value. */
      doubt?: { expected: string; remedy: string };
      /** Unreadable parts of the value. */
      flaws?: readonly Flaw[];
    }
  | {
      refused: string;
      /** If it is not to correct the cell or map its word. */
      remedy?: string;
      /** Defaults to `not_understood`. */
      reason?: ProblemReason;
    };

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

const PICTURE_EXPECTED =
  'picture ids of lower-case letters, digits and hyphens, or http(s) addresses without a password';
const PICTURE_REMEDY = 'Correct it in the feed; the other pictures are shown.';

/** Keys used by suppliers, most common first. */
const ADDRESS_KEYS =
  'url href src uri imageUrl image_url photoUrl photo_url image photo original large'.split(' ');
const ORDER_KEYS = 'order position sequence sort sortOrder sort_order index rank'.split(' ');

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
    ? text.split(BETWEEN_ADDRESSES).filter(Boolean)
    : inOrder(readList(text));

const written = (item: unknown): string => (typeof item === 'string' ? item : (JSON.stringify(item) ?? ''));

/**
 * Ids of stored originals, http(s) URLs, or objects with `url` or `id`, and `alt`. Anything else, and URLs with a
 * password, is left out and reported.
 * @param options.isWhole whether a single invalid item makes all others useless
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

/** A cell with a single picture. */
export function readPicture(text: string): CellResult {
  const read = readPictures(text, { isWhole: true });
  const pictures = 'value' in read ? (read.value as readonly object[]) : [];
  return pictures.length === 1 ? { value: pictures[0] } : { refused: `one of ${PICTURE_EXPECTED}` };
}
