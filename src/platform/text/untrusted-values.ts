export type JsonObject = { [key: string]: unknown };

/** Excludes arrays. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `keys` of an object are strings of reasonable length. */
export const hasTexts = <K extends string>(
  value: unknown,
  keys: readonly K[],
): value is Record<K, string> & Record<string, unknown> =>
  keys.every((key) => {
    const text = (value as Record<string, unknown> | null | undefined)?.[key];
    return typeof text === 'string' && text.length < 500;
  });

/** Maps all strings of a value recursively. */
export function withTexts<T>(value: T, change: (text: string) => string): T;
export function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, change)]));
}

/** Feeds are untrusted; only https addresses may be linked or framed. */
export const webAddress = (text: string | undefined): URL | undefined =>
  text?.startsWith('https://') ? (URL.parse(text) ?? undefined) : undefined;

const OWN_FILE = /^\/[\w-]+(?:\/[\w.-]+)*\.(?<kind>[a-z\d]+)$/;

/** Path of a file of the site, `/videos/around.webm`, if it has one of these extensions. */
export const ownFile = (text: string | undefined, kinds: readonly string[]): string | undefined =>
  kinds.includes(OWN_FILE.exec(text ?? '')?.groups?.kind ?? '') ? text : undefined;
