import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const FOLDER = 'src/theme/templates';
/** Compressed bytes of a sheet; it is in the head of every page. */
const MOST_BYTES = 3400;
const NAMES = ['metro', 'yard', 'salon'];

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);
const sheetOf = (name: string) =>
  files
    .filter((file) => file === `${name}.css` || file.startsWith(`${name}/`))
    .map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'))
    .join('')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ');

it.each(NAMES)('CFG-15 the sheet of %s is light, and its colours are the dealer’s', (name) => {
  const sheet = sheetOf(name);
  expect(gzipSync(sheet).length).toBeLessThan(MOST_BYTES);
  expect(sheet).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i);
});

/** The template's layer comes last: what it says of a field or quiet button holds in every state. */
it.each(NAMES)('CFG-15 %s styles fields and quiet buttons by properties that each state reads', (name) => {
  const rules = sheetOf(name).match(/(?:\.input|\.button-quiet)(?:[:[][^{}\s]*)?\s*\{[^}]*\}/g) ?? [];
  for (const rule of rules) expect(rule).not.toMatch(/(?:border(?!-radius)|background|color)[a-z-]*:/);
});
