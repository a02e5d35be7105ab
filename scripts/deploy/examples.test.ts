import { globSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { readEnvironment } from '#src/config/environment.ts';

const SECRET = 'secret'.repeat(6);
/** With its placeholders filled in, and with the settings that are commented out. */
const textOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll('RANDOM_', SECRET)
    .replace(/^# (?=[A-Z][A-Z0-9_]*=)/gm, '');

it.each(['scripts/deploy/environment', 'scripts/deploy/compose/environment'])(
  'PLAT-81 every setting of %s is accepted as the example writes it',
  (file) => {
    const values = parseEnv(textOf(file));
    expect(Object.keys(values)).toEqual(expect.arrayContaining(['SMTP_URL', 'MAIL_FROM']));
    expect(() => readEnvironment(values)).not.toThrow();
  },
);

it('PLAT-81 the examples of secrets are accepted, also where a line is left empty, and have no quotes', () => {
  const files = globSync('scripts/deploy/kubernetes/*/settings/*.example');
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const text = textOf(file);
    // kubectl takes quotes for part of a value.
    expect([file, text.match(/^[A-Z].*['"].*$/gm)]).toEqual([file, null]);
    expect(() => readEnvironment({ ...parseEnv(text), SITE_SECRET: SECRET })).not.toThrow();
  }
});
