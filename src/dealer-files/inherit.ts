import { isJsonObject, type JsonObject } from '#src/domain/json-object.ts';

/** Objects merge key by key; lists, texts and numbers of `own` replace those inherited. */
export function inherit(base: JsonObject, own: JsonObject): JsonObject {
  const merged = Object.entries(own).map(([key, value]) => {
    const inherited = Object.hasOwn(base, key) ? base[key] : undefined;
    return [key, isJsonObject(inherited) && isJsonObject(value) ? inherit(inherited, value) : value] as const;
  });
  // Unlike an assignment, this makes "__proto__" an ordinary key, which the schema then refuses.
  return Object.fromEntries([...Object.entries(base), ...merged]);
}
