import * as v from 'valibot';
import { FINANCE_PROVIDERS, type FinanceProvider } from '#src/config/sections/finance.ts';
import { dollarsToCents } from '#src/domain/money.ts';
import {
  type LenderEntry,
  LenderEntrySchema,
  TERM_FIELDS,
  termsAgree,
} from '#src/domain/vehicle/lender-entry.ts';
import { formatIn } from './column-habit.ts';
import { readAmount, readMeasure } from './feed-numbers.ts';
import { readJson } from './feed-structures.ts';

/** A part of a cell that cannot be read. */
export type Flaw = {
  /** Its place in the cell, such as `Angle.balloon`; empty for the whole cell. */
  at: string;
  /** As the feed has it. */
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

/** @returns undefined if the value is none of this kind */
function readValue(kind: Kind, value: unknown): unknown {
  if (kind === 'text') return typeof value === 'string' ? value : undefined;
  // `1.520` may be a dollar and a half, or a month's repayment.
  if (kind === 'dollars' && typeof value === 'string' && formatIn('dollars', value) === 'either')
    return undefined;
  const read = kind === 'dollars' ? readAmount : readMeasure;
  const number = typeof value === 'string' ? read(value.trim()) : value;
  if (typeof number !== 'number') return undefined;
  return kind === 'dollars' ? dollarsToCents(number) : number;
}

/** A lender's entry as the feed has it; what cannot be read is left out of it, and the entry says so. */
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
 * FIN-15: the entries of lenders in a cell, by lender. Amounts become cents. An entry with a part that cannot be read
 * is marked, so that its vehicle shows no repayment of that lender rather than a computed one.
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
