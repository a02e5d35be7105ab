import { isJsonObject } from '#src/platform/text/untrusted-values.ts';

/** One value of a dealer's settings before and after; undefined is "not set". */
export type SettingChange = {
  /** For a person: entries of lists by what names them, `locations[moorooka].phone`. */
  place: string;
  /** For the schema: keys, entries of lists by number. */
  keys: readonly string[];
  before: unknown;
  after: unknown;
};

/** Keys that identify an entry of a list: the first that every entry has with a distinct value. */
const NAMING_KEYS = ['id', 'slug', 'from', 'weekday', 'date', 'name', 'label', 'heading', 'title', 'make'];

function namesOf(items: readonly unknown[], key: string): string[] | undefined {
  const names = items.map((item) => (isJsonObject(item) && Object.hasOwn(item, key) ? item[key] : undefined));
  const isNaming = names.every((name) => typeof name === 'string' || typeof name === 'number');
  return isNaming && new Set(names).size === names.length ? names.map(String) : undefined;
}

type Named = ReadonlyMap<string, { at: number; value: unknown }>;

const byName = (items: readonly unknown[], names: readonly string[]): Named =>
  new Map(items.map((value, at) => [names[at] ?? '', { at, value }]));

function listChanges(
  before: readonly unknown[],
  after: readonly unknown[],
  place: string,
  keys: readonly string[],
): SettingChange[] {
  const naming = NAMING_KEYS.find((key) => namesOf(before, key) && namesOf(after, key));
  const isOfObjects = [...before, ...after].every(isJsonObject);
  if (!isOfObjects || naming === undefined) return [{ place, keys, before, after }];
  const [was, is] = [before, after].map((items) => byName(items, namesOf(items, naming) ?? [])) as [
    Named,
    Named,
  ];
  const changed = [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [old, now] = [was.get(name), is.get(name)];
    const entry = `${place}[${name}]`;
    const entryKeys = [...keys, String(now?.at ?? old?.at)];
    if (old && now) return settingChanges(old.value, now.value, entry, entryKeys);
    return [{ place: entry, keys: entryKeys, before: old?.value, after: now?.value }];
  });
  const orderOf = (one: Named, other: Named) => [...one.keys()].filter((name) => other.has(name));
  const [wasOrder, isOrder] = [orderOf(was, is), orderOf(is, was)];
  const isMoved = wasOrder.join('\n') !== isOrder.join('\n');
  return isMoved
    ? [...changed, { place: `${place} (order)`, keys, before: wasOrder, after: isOrder }]
    : changed;
}

/** Every value that differs; complete entries if a list gained or lost one. */
export function settingChanges(
  before: unknown,
  after: unknown,
  place = '',
  keys: readonly string[] = [],
): SettingChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, place, keys);
  const [was, is] = [before ?? {}, after ?? {}];
  const isSettings = isJsonObject(was) && isJsonObject(is) && before !== null && after !== null;
  if (!isSettings) return [{ place, keys, before, after }];
  const changes = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    settingChanges(was[key], is[key], place === '' ? key : `${place}.${key}`, [...keys, key]),
  );
  // An added or removed empty object has no key to show.
  const isWhole = changes.length === 0 && (before === undefined || after === undefined);
  return isWhole ? [{ place, keys, before, after }] : changes;
}
