export type JsonObject = { [key: string]: unknown };

/** An object, not a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether `value` is an object whose `keys` are texts of reasonable length. */
export const hasTexts = <K extends string>(
  value: unknown,
  keys: readonly K[],
): value is Record<K, string> & Record<string, unknown> =>
  keys.every((key) => {
    const text = (value as Record<string, unknown> | null | undefined)?.[key];
    return typeof text === 'string' && text.length < 500;
  });

/** A value with each of its texts changed, however deep they are. */
export function withTexts<T>(value: T, change: (text: string) => string): T;
export function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, change)]));
}

/** Feeds may hold anything; only an https address may become a link or a frame. */
export const webAddress = (text: string | undefined): URL | undefined =>
  text?.startsWith('https://') ? (URL.parse(text) ?? undefined) : undefined;

const OWN_FILE = /^\/[\w-]+(?:\/[\w.-]+)*\.(?<kind>[a-z\d]+)$/;

/** A file of the site itself by its path, `/videos/around.webm`, if it is of one of these kinds. */
export const ownFile = (text: string | undefined, kinds: readonly string[]): string | undefined =>
  kinds.includes(OWN_FILE.exec(text ?? '')?.groups?.kind ?? '') ? text : undefined;
