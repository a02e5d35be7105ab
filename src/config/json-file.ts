import { readFileSync, statSync } from 'node:fs';
import { isJsonObject, type JsonObject } from './inherit.ts';
import { type ConfigProblem, describeReceived } from './problem.ts';

/** Larger than any real dealer file by two orders of magnitude. */
const MAX_FILE_BYTES = 2_000_000;

/** Deeper than any setting by far; without a limit a hostile file could exhaust the stack of what walks it. */
const MAX_NESTING = 40;

export type Read<T> = { value: T } | { problem: ConfigProblem };

type Words = [expected: string, received: string, remedy: string];

const refused = (file: string, [expected, received, remedy]: Words) => ({
  problem: { file, path: '', expected, received, remedy },
});

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function readText(file: string): Read<string> {
  const refuse = (...words: Words) => refused(file, words);
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) return refuse('a file', 'a folder', 'Rename the folder or move it elsewhere.');
    // Reading a pipe or a device could wait for ever.
    if (!stats.isFile())
      return refuse('a file', 'something that is neither file nor folder', 'Put a file there.');
    if (stats.size > MAX_FILE_BYTES) {
      const remedy = 'Keep stock and pictures out of it.';
      return refuse(`a file of at most ${MAX_FILE_BYTES} bytes`, `${stats.size} bytes`, remedy);
    }
  } catch (error) {
    return refuse('a file that can be read', reasonOf(error), 'Check the file and its permissions.');
  }
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return refuse('a file that can be read', reasonOf(error), 'Check the file and its permissions.');
  }
  try {
    return { value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refuse('UTF-8 text', 'bytes that are not UTF-8', 'Save the file as UTF-8.');
  }
}

/** What of a parsed file is not fit to be merged; undefined for a sound one. */
function unfit(value: unknown, level = 0): Words | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (level > MAX_NESTING) {
    const remedy = 'Remove what is nested so deeply.';
    return [`at most ${MAX_NESTING} levels of nesting`, 'deeper nesting', remedy];
  }
  if (Object.hasOwn(value, '__proto__')) return ['no key "__proto__"', 'key "__proto__"', 'Remove the key.'];
  for (const item of Object.values(value)) {
    const words = unfit(item, level + 1);
    if (words) return words;
  }
  return undefined;
}

/** Reads a file of settings: strict UTF-8 and JSON, an object, no larger or deeper than settings ever are. */
export function readJsonObject(file: string): Read<JsonObject> {
  const text = readText(file);
  if ('problem' in text) return text;
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch (error) {
    return refused(file, ['valid JSON', reasonOf(error), 'Correct the JSON at the place named.']);
  }
  const words = unfit(value);
  if (words) return refused(file, words);
  if (isJsonObject(value)) return { value };
  return refused(file, ['a JSON object', describeReceived(value), 'Wrap the settings in { … }.']);
}
