import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { demoDealers } from '../../../tests/fixtures/demo-dealers.ts';
import { contrastRatio, darkColours } from './theme-colours.ts';
import { fontFiles, hostedFaces, themeColours, themeCss } from './theme-css.ts';

const sites = demoDealers().map(toPublicConfig);
const [site] = sites;
if (!site) throw new Error('No demo dealer is valid.');
const themed = (theme: Partial<typeof site.theme>) => ({ ...site, theme: { ...site.theme, ...theme } });

it('CFG-15 the sheet of the template comes after the styles of components', () => {
  expect(themeCss(site)).toMatch(/^@layer tokens,base,layout,ui,features,template;/);
});

it('CFG-15 a site is dark only if its theme allows it and the shopper prefers it', () => {
  const off = themed({ dark: 'off' });
  expect(themeCss(off)).toContain('color-scheme:light;');
  expect(themeCss(off)).not.toContain('prefers-color-scheme');
  expect(themeColours(off.theme)).toHaveLength(1);
  const system = themed({ dark: 'system', darkColours: { brand: '#c0ffee' } });
  expect(themeCss(system)).toMatch(
    /prefers-color-scheme:dark\)\{:root\{--brand:#c0ffee;.*--dark-edge:var\(--line\)/,
  );
  expect(themeColours(system.theme).map(({ media }) => media)).toEqual([
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ]);
});

it('CFG-15 quiet buttons and cards have an edge in dark mode, where shadows do not show', () => {
  const [day, night] = themeCss(themed({ dark: 'system' })).split('@media screen');
  expect(day).not.toContain('--edge-share:');
  expect(night).toContain('--edge-share:50%');
});

it('CFG-15 in dark mode a header in the brand’s colour keeps that of the light site', () => {
  const colours = { ...site.theme.colours, brand: '#1d4f7c', onBrand: '#ffffff' };
  const branded = themed({ header: 'brand', dark: 'system', colours });
  const [day, night] = themeCss(branded).split('@media screen');
  expect(day).toContain('--header-brand:#1d4f7c;--on-header-brand:#ffffff');
  expect(night).not.toContain('header-brand');
  expect(themeColours(branded.theme).map(({ content }) => content)).toEqual(['#1d4f7c', '#1d4f7c']);
});

it('CFG-15 text on a photo is legible under its shade, even on a white photo', () => {
  const tokens = readFileSync('src/platform/theme/tokens.css', 'utf8');
  const share = Number(/--photo-shade: rgb\(0 0 0 \/ (\d+)%\)/.exec(tokens)?.[1]) / 100;
  const grey = Math.round(255 * (1 - share)).toString(16);
  expect(contrastRatio('#ffffff', `#${grey.repeat(3)}`)).toBeGreaterThan(5);
});

it('CFG-15 what sheets set for a whole page is tokens alone, which are written once', () => {
  const sheets = globSync('src/platform/theme/{tokens.css,templates/**/*.css}').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const blocks = sheets.flatMap(
    (css) => css.replaceAll(/\/\*.*?\*\//gs, '').match(/(?<=:root \{)[^}]*/g) ?? [],
  );
  expect(blocks.length).toBeGreaterThan(3);
  const names = blocks.flatMap((block) => block.match(/(?<=^\s*)[\w-]+(?=:)/gm) ?? []);
  expect(names.filter((name) => !name.startsWith('--'))).toEqual([]);
});

it('CFG-15 the tint is reported for each scheme', () => {
  const css = themeCss(themed({ dark: 'system' }));
  expect(css.match(/--tint:#[0-9a-f]{6}/g)).toHaveLength(2);
});

it('CFG-15 a page has the typefaces of its own theme, each with fallbacks of the same size', () => {
  const one = themed({ fontDisplay: 'figtree', fontText: 'figtree' });
  const css = themeCss(one);
  expect(css.match(/@font-face/g)).toHaveLength(4);
  expect(hostedFaces(one.theme).match(/font-family:"Figtree";src:url/g)).toHaveLength(3);
  expect(css).toContain('font-family:"Figtree Fallback";font-weight:400;src:local("Arial")');
  expect(css + hostedFaces(one.theme)).not.toContain('Manrope');
  expect(fontFiles(one.theme)).toHaveLength(1);
  const pair = fontFiles(themed({ fontDisplay: 'marcellus', fontText: 'manrope' }).theme);
  expect(pair).toHaveLength(2);
  expect(pair.join()).not.toContain('rare');
});

const sheetOf = (file: string) => readFileSync(`src/platform/theme/${file}`, 'utf8');

it('CONT-273 the focus ring of a yard is not the red of a wrong field, and is seen on every ground', () => {
  expect(sheetOf('templates/yard.css')).toMatch(/--focus: var\(--ink\);/);
  const [, danger = ''] = /--danger: (#\w+);/.exec(sheetOf('tokens.css')) ?? [];
  expect(danger).not.toBe('');
  const yards = sites.filter(({ template }) => template === 'yard');
  expect(yards.length).toBeGreaterThan(2);
  for (const { slug, theme } of yards) {
    for (const { ink, page, surface } of [theme.colours, darkColours(theme)]) {
      expect(ink, slug).not.toBe(danger);
      for (const ground of [page, surface])
        expect(contrastRatio(ink, ground), slug).toBeGreaterThanOrEqual(3);
    }
  }
});
