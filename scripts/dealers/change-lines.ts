import * as v from 'valibot';
import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { entriesOf, itemOf, plainDescription, schemaAt } from '#src/config/schema-description.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import { printable } from '../command/command.ts';

/** One value of a dealer's settings before and after; undefined is "not set". */
type SettingChange = {
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

const byPage = (dealer: DealerConfig) => new Map(siteRoutes(dealer).map((route) => [route.internal, route]));

/** Addresses that appear, disappear or move, a line each. */
function routeChanges(before: DealerConfig, after: DealerConfig): string[] {
  const [was, is] = [byPage(before), byPage(after)];
  const gone = [...was].filter(([page]) => !is.has(page)).map(([, { path }]) => `- ${path}`);
  const added = [...is].filter(([page]) => !was.has(page)).map(([, { path }]) => `+ ${path}`);
  const moved = [...is].flatMap(([page, { path }]) => {
    const old = was.get(page)?.path;
    return old === undefined || old === path ? [] : [`  ${old} → ${path}`];
  });
  return [...gone, ...added, ...moved];
}

const SWITCH_TYPES = new Set(['boolean', 'number', 'picklist', 'union']);

/** A switch has a few values; texts, colours and entries of lists have any. */
function isSwitch(keys: readonly string[]): boolean {
  const schema = schemaAt(DealerConfigSchema, keys);
  const kind = schema && (itemOf(schema) ?? schema);
  return kind !== undefined && SWITCH_TYPES.has(kind.type) && !entriesOf(kind);
}

const LONG = 100;
function shown(value: unknown): string {
  if (value === undefined) return 'not set';
  const text = JSON.stringify(value);
  return printable(text.length > LONG ? `${text.slice(0, LONG)}…` : text);
}

const line = ({ place, before, after }: SettingChange) => `${place}: ${shown(before)} → ${shown(after)}`;

function switchLines(change: SettingChange): string[] {
  const schema = schemaAt(DealerConfigSchema, change.keys);
  const what = schema && v.getDescription(schema);
  return [line(change), ...(what ? [`    ${plainDescription(what)}`] : [])];
}

function group(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((text) => `  ${text}`)] : [];
}

/**
 * What an edit changes: routes, switches with their descriptions, texts. Each group begins with an empty line and its
 * title; the lines of a group are indented. None where nothing has changed.
 */
export function changeLines(before: DealerConfig, after: DealerConfig): string[] {
  const { $schema: _, ...was } = before;
  const { $schema: __, ...is } = after;
  const changes = settingChanges(was, is);
  const switches = changes.filter(({ keys }) => isSwitch(keys));
  const texts = changes.filter(({ keys }) => !isSwitch(keys));
  return [
    ...group('Routes', routeChanges(before, after)),
    ...group('Switches', switches.flatMap(switchLines)),
    ...group('Texts', texts.map(line)),
  ];
}
