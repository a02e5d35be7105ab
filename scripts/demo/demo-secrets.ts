import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { readRecord } from '#src/platform/storage/read-record.ts';

const SecretsSchema = v.record(v.string(), v.string());

const fileIn = (dataDir: string) => join(dataDir, 'secrets.json');

function known(dataDir: string): Record<string, string> {
  const file = fileIn(dataDir);
  return existsSync(file) ? readRecord(file, SecretsSchema, 'Remove it: the demo makes new secrets.') : {};
}

/** Secrets of this machine's demo, made once and stored beside its data. */
export function demoSecrets(dataDir: string, names: readonly string[]): Record<string, string> {
  const kept = known(dataDir);
  const secrets = Object.fromEntries(
    names.map((name) => [name, kept[name] ?? randomBytes(32).toString('hex')]),
  );
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

/** The HEALTH_TOKEN of the demo whose data are in the folder; empty where none was made. */
export const demoToken = (dataDir: string): string => known(dataDir).HEALTH_TOKEN ?? '';
