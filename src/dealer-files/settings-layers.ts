import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { type ConfigProblem, describeReceived, didYouMean, type Finding } from './config-problem.ts';
import { readJsonObject } from './json-file.ts';
import { parseSettings } from './parse-settings.ts';

/** Deep merge of objects; lists and scalars of `own` replace inherited ones. */
export function inherit(base: JsonObject, own: JsonObject): JsonObject {
  const merged = Object.entries(own).map(([key, value]) => {
    const inherited = Object.hasOwn(base, key) ? base[key] : undefined;
    return [key, isJsonObject(inherited) && isJsonObject(value) ? inherit(inherited, value) : value] as const;
  });
  // Unlike an assignment, this makes "__proto__" an ordinary key, which the schema then rejects.
  return Object.fromEntries([...Object.entries(base), ...merged]);
}

/** A file with a part of a layer: a page or list entry. */
export type ContentPart = {
  /** Path of the part in the settings. */
  keys: readonly string[];
  file: string;
  /** Display name: `<slug>/blog/tow-ratings.md`. */
  origin: string;
  placeOf: PlaceOf;
};

/** Line of a value, from 1, and its path in the file: empty for the body. */
export type PlaceOf = (keys: readonly string[]) => { line: number; path: string };

/** A layer of a dealer's settings. */
export type Layer = {
  /** Display name: `template metro`, `preset homenet`, `_shared/harbour-group.json`, `harbour-cars.json`. */
  origin: string;
  /** File to edit; undefined for a template or preset. */
  file?: string;
  values: JsonObject;
  /** Parts in separate files. */
  parts?: readonly ContentPart[];
};

/** The part that contains a path, if it is in a separate file. */
const partAt = ({ parts = [] }: Layer, keys: readonly string[]): ContentPart | undefined =>
  parts.find((part) => part.keys.every((key, at) => keys[at] === key));

/** Files of all layers. */
export const filesOf = (layers: readonly Layer[]): string[] =>
  layers.flatMap(({ file, parts = [] }) => [
    ...(file === undefined ? [] : [file]),
    ...parts.map((part) => part.file),
  ]);

/** @param layers lowest precedence first: template, preset, group file, dealer file, content files */
export const mergeLayers = (layers: readonly Layer[]): JsonObject =>
  layers.reduce<JsonObject>((merged, { values }) => inherit(merged, values), {});

type Reach = 'written' | 'enclosing' | 'absent';

/** Whether a layer sets a path directly, by a list or scalar above it, or not at all. */
function reachOf(values: JsonObject, keys: readonly string[]): Reach {
  let at: unknown = values;
  let enclosing = false;
  for (const key of keys) {
    enclosing ||= !isJsonObject(at);
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
      return enclosing ? 'enclosing' : 'absent';
    }
    at = Reflect.get(at, key);
  }
  return 'written';
}

/** The layer that sets a path of the merged settings. */
export type Owner = {
  layer: Layer;
  /** False if the layer sets a list or value above the path, but not the path itself. */
  written: boolean;
};

/** @returns undefined if no layer sets it */
export function ownerAt(layers: readonly Layer[], keys: readonly string[]): Owner | undefined {
  for (const layer of layers.toReversed()) {
    const reach = reachOf(layer.values, keys);
    if (reach !== 'absent') return { layer, written: reach === 'written' };
  }
  return undefined;
}

/** A value of a resolved configuration with its origin. */
export type Provenance = {
  /** Dotted path, "locations.0.phone". */
  path: string;
  /** A scalar, or an empty list or object. */
  value: unknown;
  /** `template metro`, `preset <name>`, `_shared/<group>.json`, `<slug>.json`, `<slug>/<content file>` or `default`. */
  origin: string;
};

export const DEFAULT_ORIGIN = 'default';

function originOf(layers: readonly Layer[], keys: readonly string[]): string {
  const owner = ownerAt(layers, keys);
  if (!owner?.written) return DEFAULT_ORIGIN;
  return partAt(owner.layer, keys)?.origin ?? owner.layer.origin;
}

/**
 * CFG-01: all scalar values below a path of a resolved configuration, in order.
 * @param layers lowest precedence first
 * @param value the value at `keys`
 */
export function provenanceOf(
  layers: readonly Layer[],
  value: unknown,
  keys: readonly string[] = [],
): Provenance[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length > 0) return entries.flatMap(([key, item]) => provenanceOf(layers, item, [...keys, key]));
  return [{ path: keys.join('.'), value, origin: originOf(layers, keys) }];
}

/** Adds the line of the separate file; the path becomes relative to it. */
function inPart(part: ContentPart, finding: Finding, keys: readonly string[]): ConfigProblem {
  const { line, path } = part.placeOf(keys.slice(part.keys.length));
  return { ...finding, file: part.file, path, line: line + (finding.line ?? 1) - 1 };
}

/**
 * Names the file in which to fix a mistake: the one that sets the value, or else the dealer's.
 * @param keys the path as keys, because a key may contain a dot
 */
export function locateFinding(
  file: string,
  layers: readonly Layer[],
  finding: Finding,
  keys: readonly string[] = finding.path.split('.'),
): ConfigProblem {
  const layer = ownerAt(layers, keys)?.layer;
  const part = layer && partAt(layer, keys);
  if (part) return inPart(part, finding, keys);
  const { line: _, ...words } = finding;
  if (!layer || layer.file === file) return { file, ...words };
  if (layer.file !== undefined) return { ...words, file: layer.file, affects: [basename(file)] };
  return { ...words, file, received: `${finding.received} (from ${layer.origin})` };
}

/** Merges identical mistakes of a shared file, listing all affected dealers. */
export function mergeShared(problems: readonly ConfigProblem[]): ConfigProblem[] {
  const gathered = new Map<string, { problem: ConfigProblem; affects: Set<string> }>();
  for (const problem of problems) {
    const { affects = [], ...words } = problem;
    const key = JSON.stringify([words.file, words.path, words.line, words.expected, words.received]);
    const known = gathered.get(key) ?? { problem: words, affects: new Set() };
    for (const file of affects) known.affects.add(file);
    gathered.set(key, known);
  }
  return [...gathered.values()].map(({ problem, affects }) =>
    affects.size > 0 ? { ...problem, affects: [...affects] } : problem,
  );
}

/** Folder of group files, next to the dealer files. */
export const SHARED_FOLDER = '_shared';

/** Keys that identify a dealer; a group may share all others (CFG-01). */
export const OWN_KEYS = ['slug', 'template', 'group', 'hosts'] as const;

export type GroupFile = {
  file: string;
  /** Undefined if the file cannot be read. */
  layer?: Layer;
  /** Whether the file does not exist, which is a mistake of the dealer file that names it. */
  missing?: true;
  /** Mistakes in the group file itself. */
  problems: ConfigProblem[];
};

/** Whether a symbolic link leads out of the folder. */
export function isOutside(file: string, folder: string): boolean {
  try {
    return !realpathSync(file).startsWith(realpathSync(folder) + sep);
  } catch {
    return false;
  }
}

const ownKeyProblem = (file: string, key: string, value: unknown): ConfigProblem => ({
  file,
  path: key,
  expected: `no "${key}": it is each dealer's own`,
  received: describeReceived(value),
  remedy: `Move "${key}" to the dealer files.`,
});

/** Validates the values of a group file; missing keys are allowed. */
const mistakesOf = (file: string, values: JsonObject): ConfigProblem[] => {
  const parsed = parseSettings(values, { isPart: true });
  return 'mistakes' in parsed ? parsed.mistakes.map(({ finding }) => ({ file, ...finding })) : [];
};

const groupNames = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => basename(name, '.json'))
        .sort()
    : [];

/** A dangling link exists but cannot be read, which is reported separately. */
const isThere = (folder: string, name: string) => groupNames(folder).includes(name);

/** A group without a file in the shared folder. */
export function unknownGroup(group: GroupFile, name: string): Finding {
  const known = groupNames(dirname(group.file));
  return {
    path: 'group',
    expected:
      known.length > 0
        ? `one of the groups ${known.join(', ')}`
        : `a group file ${SHARED_FOLDER}/${name}.json`,
    received: JSON.stringify(name),
    remedy: didYouMean(name, known) ?? `Add ${SHARED_FOLDER}/${name}.json, or remove "group".`,
  };
}

function readGroup(folder: string, name: string): GroupFile {
  const file = join(folder, `${name}.json`);
  if (isOutside(file, folder)) {
    const expected = `a file inside ${SHARED_FOLDER}/`;
    const received = 'a link that leads out of it';
    const remedy = 'Put the file itself there.';
    return { file, problems: [{ file, path: '', expected, received, remedy }] };
  }
  if (!isThere(folder, name)) return { file, missing: true, problems: [] };
  const read = readJsonObject(file);
  if ('problem' in read) return { file, problems: [read.problem] };
  const isOwn = (key: string) => (OWN_KEYS as readonly string[]).includes(key);
  const { $schema: _, ...shared } = read.value;
  const values = Object.fromEntries(Object.entries(shared).filter(([key]) => !isOwn(key)));
  return {
    file,
    layer: { origin: `${SHARED_FOLDER}/${name}.json`, file, values },
    problems: [
      ...read.problems,
      ...OWN_KEYS.filter((key) => Object.hasOwn(shared, key)).map((key) =>
        ownKeyProblem(file, key, shared[key]),
      ),
      ...mistakesOf(file, values),
    ],
  };
}

/** Group files by name, each read once for all its dealers. */
export type GroupFiles = {
  named(name: string): GroupFile;
  /** Group files read so far. */
  read(): readonly GroupFile[];
};

/** @param dealersDir folder of dealer files */
export function openGroupFiles(dealersDir: string): GroupFiles {
  const known = new Map<string, GroupFile>();
  return {
    named(name) {
      const group = known.get(name) ?? readGroup(join(dealersDir, SHARED_FOLDER), name);
      known.set(name, group);
      return group;
    },
    read: () => [...known.values()],
  };
}
