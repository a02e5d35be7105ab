import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

const HASH_LENGTH = 24;

/** By what identifies a file's content on its disk: pictures are linked into the folders of many dealers. */
const known = new Map<string, string>();

/** Hash of a file's content. Files are replaced, never overwritten. */
export function fileHash(file: string): string {
  const { dev, ino, size, mtimeMs } = statSync(file);
  const content = `${dev} ${ino} ${size} ${mtimeMs}`;
  const hash =
    known.get(content) ?? createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, HASH_LENGTH);
  known.set(content, hash);
  return hash;
}

/** Hash of a value as JSON. */
export const valueHash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, HASH_LENGTH);
