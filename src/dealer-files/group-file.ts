import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { JsonObject } from '#src/domain/json-object.ts';
import { readJsonObject } from './json-file.ts';
import type { Layer } from './layers.ts';
import { didYouMean } from './nearest.ts';
import { parseSettings } from './parse-settings.ts';
import { type ConfigProblem, describeReceived, type Finding } from './problem.ts';

/** Folder of group files, beside the dealer files. */
export const SHARED_FOLDER = '_shared';

/** Keys that identify a dealer; a group may share all others (CFG-01). */
export const OWN_KEYS = ['slug', 'template', 'group', 'hosts'] as const;

export type GroupFile = {
  file: string;
  /** Absent where the file cannot be read at all. */
  layer?: Layer;
  /** Whether there is no file of that name: a mistake of the dealer file that names it. */
  missing?: true;
  /** Mistakes in the group file itself. */
  problems: ConfigProblem[];
};

/** Whether a file of the folder leads out of it by a link. */
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

/** Checks the values of a group file; keys it leaves to the dealers are no mistake. */
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

/** A dangling link exists but cannot be read; it has its own message. */
const isThere = (folder: string, name: string) => groupNames(folder).includes(name);

/** A group for which the shared folder has no file. */
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

/** Group files by name; a group file is read once for all its dealers. */
export type GroupFiles = {
  named(name: string): GroupFile;
  /** Group files read so far. */
  read(): readonly GroupFile[];
};

/** @param dealersDir folder of the dealer files */
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
