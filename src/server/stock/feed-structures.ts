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
