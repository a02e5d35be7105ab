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
export type Flaw = {
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
