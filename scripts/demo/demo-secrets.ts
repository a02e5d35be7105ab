import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'secrets.json');

function known(dataDir: string): Record<string, string> {
  const file = fileIn(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
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
