export type JsonObject = { [key: string]: unknown };

/** An object, not a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Objects merge key by key; lists, texts and numbers of `own` replace those inherited. */
export function inherit(base: JsonObject, own: JsonObject): JsonObject {
  const merged: JsonObject = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const inherited = Object.hasOwn(merged, key) ? merged[key] : undefined;
    merged[key] = isJsonObject(inherited) && isJsonObject(value) ? inherit(inherited, value) : value;
  }
  return merged;
}
