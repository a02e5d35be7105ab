import { readFileSync, statSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '#src/domain/json-object.ts';
import { plainReason } from '#src/domain/plain-reason.ts';
import { examineJson, placeIn, type RepeatedKey } from './json-text.ts';
import { type ConfigProblem, describeReceived } from './problem.ts';

/** Larger than any real dealer file by two orders of magnitude. */
const MAX_FILE_BYTES = 2_000_000;

type Read<T> = { value: T } | { problem: ConfigProblem };

type Words = [expected: string, received: string, remedy: string];

const refused = (file: string, [expected, received, remedy]: Words) => ({
  problem: { file, path: '', expected, received, remedy },
});

/** The usual read errors, by their Node codes. */
const FAILURES: Readonly<Record<string, readonly [received: string, remedy: string]>> = {
  ENOENT: ['no file of that name', 'Create the file, or remove what refers to it.'],
  EACCES: ['a file this user may not read', 'Give the user that runs this command read permission.'],
  EPERM: ['a file this user may not read', 'Give the user that runs this command read permission.'],
  ELOOP: ['a link that leads back to itself', 'Replace the link with the file.'],
};

function unreadable(file: string, error: unknown): { problem: ConfigProblem } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const [received, remedy] = FAILURES[code] ?? [plainReason(error), 'Check the file and its disk.'];
  return refused(file, ['a file that can be read', received, remedy]);
}

/** Reads strict UTF-8, with a limit on size. */
export function readText(file: string): Read<string> {
  const refuse = (...words: Words) => refused(file, words);
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return refuse('a file', 'a folder', 'Rename the folder or move it elsewhere.');
    // Reading a pipe or a device could block for ever.
    if (!stats.isFile())
      return refuse('a file', 'something that is neither file nor folder', 'Put a file there.');
    if (stats.size > MAX_FILE_BYTES) {
      const remedy = 'Keep stock and pictures out of it.';
      return refuse(`a file of at most ${MAX_FILE_BYTES} bytes`, `${stats.size} bytes`, remedy);
    }
  } catch (error) {
    return unreadable(file, error);
  }
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return unreadable(file, error);
  }
  if (bytes[0] === 0 || bytes[1] === 0) return refuse('UTF-8 text', 'UTF-16 text', 'Save the file as UTF-8.');
  try {
    return { value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refuse('UTF-8 text', 'bytes that are not UTF-8', 'Save the file as UTF-8.');
  }
}

/** Whether merging the value would reach into the prototype of objects. */
export function holdsPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(holdsPrototype);
}

const repeatedKey = (file: string, { keys, places }: RepeatedKey): ConfigProblem => ({
  file,
  path: keys.map((key) => key || '""').join('.'),
  expected: 'each key once in an object',
  received: `"${keys.at(-1)}" at ${places.map(placeIn).join(', and again at ')}`,
  remedy:
    places.length === 2
      ? 'Remove one of the two; only the second counts today.'
      : `Remove all but one of the ${places.length}; only the last counts today.`,
});

/** The settings of a file, with its duplicate keys. */
export type JsonObjectFile = { value: JsonObject; problems: ConfigProblem[] };

/** Reads a settings file: strict UTF-8 and JSON, an object, with limits on size and depth. */
export function readJsonObject(file: string): JsonObjectFile | { problem: ConfigProblem } {
  const text = readText(file);
  if ('problem' in text) return text;
  const examined = examineJson(text.value);
  if ('fault' in examined) {
    const { expected, received, remedy } = examined.fault;
    return refused(file, [expected, received, remedy]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch {
    return refused(file, ['valid JSON', 'text that is no JSON', 'Check the file with a JSON editor.']);
  }
  if (holdsPrototype(value)) {
    return refused(file, ['no key "__proto__"', 'key "__proto__"', 'Remove the key.']);
  }
  if (!isJsonObject(value)) {
    return refused(file, ['a JSON object', describeReceived(value), 'Wrap the settings in { … }.']);
  }
  return { value, problems: examined.repeated.map((key) => repeatedKey(file, key)) };
}
