import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/**
 * A file of JSON that Forecourt itself has written.
 * @param remedy a sentence, where the file is damaged
 * @throws Error with the file and the remedy; what the disk refuses as Node reports it
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
