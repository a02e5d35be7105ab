import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const FOLDER = 'src/platform/theme/templates';
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

/** Rules of fields and quiet buttons that set what has a value of its own in each state. */
const setsStates = (sheet: string): string[] => {
  const rules = sheet.match(/(?:\.input|\.button-quiet)(?:[:[][^{}\s]*)?\s*\{[^}]*\}/g) ?? [];
  return rules.filter((rule) => /(?:border(?!-radius)|background|color)[a-z-]*:/.test(rule));
};

/** The template's layer comes last: what it says of a field or quiet button holds in every state. */
it.each(NAMES)('CFG-15 %s styles fields and quiet buttons by properties that each state reads', (name) => {
  const sheet = sheetOf(name);
  const wrong = ['.input { color: red; }', '.button-quiet:hover { background: red; }'];
  expect(setsStates(`${sheet} ${wrong.join(' ')}`)).toEqual(wrong);
  expect(setsStates(sheet)).toEqual([]);
});

/** `src/platform/theme/theme-css.ts` leaves these files out of search pages. */
it.each(NAMES)(
  'CFG-15 what %s says of home and information pages concerns no part of a search page',
  (name) => {
    const sheet = ['home', 'pages']
      .map((part) => readFileSync(`${FOLDER}/${name}/${name}-${part}.css`, 'utf8'))
      .join('');
    const classes = Array.from(sheet.matchAll(/^ {2}[^{]*?\.([a-z]+)/gm), ([, first]) => first);
    expect(classes.length).toBeGreaterThan(3);
    for (const first of classes)
      expect(first).not.toMatch(
        /^(?:site|mobile|search|results|facet|range|vehicle|promo|breadcrumbs|panel|chip)$/,
      );
  },
);
