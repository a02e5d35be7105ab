import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/**
 * Reads a JSON file written by this application.
 * @param remedy sentence for a damaged file
 * @throws Error with file and remedy; disk errors of Node
 */
export function readRecord<S extends v.GenericSchema>(
  file: string,
  schema: S,
  remedy: string,
): v.InferOutput<S> {
  const text = readFileSync(file, 'utf8');
  try {
    return v.parse(schema, JSON.parse(text));
  } catch {
    throw new Error(
      `${file} cannot be read: it is damaged, or another version of Forecourt has written it. ${remedy}`,
    );
  }
}
