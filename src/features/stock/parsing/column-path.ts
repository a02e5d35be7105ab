import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';

/** Prefix of an attribute of an XML element, and key of the text of an element that has attributes or children. */
export const ATTRIBUTE = '@';
export const OWN_TEXT = '#text';

type Step = {
  name: string;
  /** From 1, as in XPath. */
  index?: number;
  /** `[@name=colour]`: a member and its value. */
  where?: { name: string; value: string };
};

export type ColumnPath = {
  /** As in the settings. */
  column: string;
  steps: readonly Step[];
};

const STEP = /(?:[^/[\]]|\[[^\]]*\])+/g;
const CONDITION = /\[([^\]]*)\]$/;

function stepOf(text: string): Step {
  const condition = CONDITION.exec(text)?.[1];
  if (condition === undefined) return { name: text };
  const name = text.slice(0, -condition.length - 2);
  if (/^\d+$/.test(condition)) return { name, index: Number(condition) };
  const [key = '', ...value] = condition.split('=');
  return {
    name,
    where: {
      name: key.trim(),
      value: value
        .join('=')
        .trim()
        .replace(/^(['"])(.*)\1$/, '$2'),
    },
  };
}

/** Reads `photos/photo[1]/@url`: names of members, attributes, positions and conditions. */
export const parsePath = (column: string): ColumnPath => ({
  column,
  steps: (column.match(STEP) ?? []).map(stepOf),
});

/** Keys of the objects of a row by their lower case, made once for each object in which a name is not found. */
export type KeysIgnoringCase = Map<JsonObject, Map<string, string>>;

/** A member by its name, or else ignoring case. */
function memberOf(object: JsonObject, name: string, known: KeysIgnoringCase): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const keys =
    known.get(object) ??
    new Map(
      Object.keys(object)
        .toReversed()
        .map((key) => [key.toLowerCase(), key]),
    );
  known.set(object, keys);
  const key = keys.get(name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

const listed = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** Text of a value, without its attributes. */
function plainText(value: unknown): string {
  const own = isJsonObject(value) ? value[OWN_TEXT] : value;
  return typeof own === 'string' || typeof own === 'number' || typeof own === 'boolean' ? String(own) : '';
}

const fits = (
  value: unknown,
  { name, value: wanted }: NonNullable<Step['where']>,
  known: KeysIgnoringCase,
): boolean =>
  isJsonObject(value) &&
  listed(memberOf(value, name, known)).some(
    (each) => plainText(each).trim().toLowerCase() === wanted.toLowerCase(),
  );

function take(value: unknown, { name, index, where }: Step, known: KeysIgnoringCase): readonly unknown[] {
  if (!isJsonObject(value)) return [];
  const member = memberOf(value, name, known);
  if (member === undefined) return [];
  if (index === undefined && where === undefined) return [member];
  const found = listed(member).filter((each) => where === undefined || fits(each, where, known));
  return index === undefined ? found : found.slice(index - 1, index);
}

/** All values at a path; members of lists are taken from each item. A list at its end is one value. */
export function valuesAt(
  row: JsonObject,
  { column, steps }: ColumnPath,
  known: KeysIgnoringCase = new Map(),
): readonly unknown[] {
  // A key may contain what separates the names of a path.
  if (Object.hasOwn(row, column)) return [row[column]];
  return steps.reduce<readonly unknown[]>(
    (values, step) => values.flatMap((value) => listed(value).flatMap((each) => take(each, step, known))),
    [row],
  );
}

/** Depth below which the columns of a row are not listed. */
const LISTED_DEPTH = 6;
const MAX_KEYED = 100;

/** Members that name an item of a list: `<attribute name="Colour">`, `{"label": "Doors", "value": 5}`. */
const NAMING = ['@name', '@key', '@label', '@type', 'name', 'key', 'label'];
const VALUES: ReadonlySet<string> = new Set([OWN_TEXT, '@value', 'value', 'text', 'content']);

/** The member that names each item of a list, if all that an item holds besides is a value. */
function namingMember(items: readonly unknown[]): string | undefined {
  if (items.length < 2 || items.length > MAX_KEYED) return undefined;
  return NAMING.find((member) => {
    const names = items.map((item) => (isJsonObject(item) ? item[member] : undefined));
    const isEach = names.every((name) => typeof name === 'string' && name !== '' && !/[\]/]/.test(name));
    const haveValues = items.every(
      (item) =>
        isJsonObject(item) &&
        Object.keys(item).length === 2 &&
        Object.keys(item).some((key) => VALUES.has(key)),
    );
    return isEach && haveValues && new Set(names).size === names.length;
  });
}

/** Paths of all values of a row, for people who map it. */
export function* leafPaths(value: unknown, above: readonly string[] = []): Generator<string> {
  const items = listed(value);
  const naming = Array.isArray(value) ? namingMember(items) : undefined;
  for (const item of items) {
    if (!isJsonObject(item)) {
      if (above.length > 0) yield above.join('/');
      continue;
    }
    if (above.length >= LISTED_DEPTH) continue;
    const path =
      naming === undefined
        ? above
        : [...above.slice(0, -1), `${above.at(-1)}[${naming}=${String(item[naming])}]`];
    for (const [name, member] of Object.entries(item))
      if (name !== naming) yield* leafPaths(member, name === OWN_TEXT ? path : [...path, name]);
  }
}
