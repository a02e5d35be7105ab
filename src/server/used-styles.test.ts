import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { styledNames } from '#src/publishing/later-names.ts';
import { cspHash } from '#src/ui/csp-hash.ts';
import { type LaterNames, withUsedStyles } from './used-styles.ts';

const NONE: LaterNames = new Map();
const stylesOf = (css: string, body: string, later = NONE) =>
  withUsedStyles(Buffer.from(`<style>${css}</style>${body}`), '', later)
    .page.toString()
    .replace(/<style>|<\/style>.*/gs, '');

it('PLAT-02 rules for classes that the page does not have are left out, in media queries too', () => {
  const css =
    '@layer base,features;@layer features{.card{color:red}.card-title,.tile{margin:0}.card-link{top:0}@media (min-width:576px){.tile{margin:1px}}@media print{.card{top:0}}}';
  expect(stylesOf(css, '<p class="card"></p><b class="big card-title"></b>')).toBe(
    '@layer base,features;@layer features{.card{color:red}.card-title{margin:0}@media print{.card{top:0}}}',
  );
});

it('PLAT-02 what a script of the page may add has its styles, and what those of other pages add has none', () => {
  const css = '.toast[data-open]:hover{top:0}.toast>.toast-close{top:1px}.viewer{top:2px}';
  const later = new Map([
    ['/_astro/site.B-1_x.js', new Set(['toast', 'toast-close', 'data-open'])],
    ['/_astro/viewer.C.js', new Set(['viewer'])],
  ]);
  const used = '.toast[data-open]:hover{top:0}.toast>.toast-close{top:1px}';
  expect(stylesOf(css, '<script src="/_astro/site.B-1_x.js"></script>', later)).toBe(used);
  expect(stylesOf(css, '<astro-island component-url="/_astro/viewer.C.js">', later)).toBe('.viewer{top:2px}');
});

it('PLAT-02 what a script within the page names has its styles; what only its data names has none', () => {
  const css = '.held{top:0}.make{top:1px}';
  const body = '<script>a.className="held"</script><script type="application/ld+json">{"make":1}</script>';
  expect(stylesOf(css, body)).toBe('.held{top:0}');
});

it('PLAT-02 rules for attributes that the page does not have, or not with this value, are left out', () => {
  const css =
    '.grid[data-per-row="4"]{top:0}.grid[data-per-row]{top:1px}[data-layout=single]>p{top:2px}[data-tabs~=used]{top:3px}';
  const used = (body: string, later = NONE) => stylesOf(css, body, later);
  expect(used('<p class="grid" data-per-row="3">')).toBe('.grid[data-per-row]{top:1px}');
  expect(used('<p class="grid" data-per-row="4" data-tabs="new used">')).toBe(
    css.replace('[data-layout=single]>p{top:2px}', ''),
  );
  const later = new Map([['/_astro/a.js', new Set(['grid', 'data-per-row'])]]);
  expect(used('<script src="/_astro/a.js"></script>', later)).toBe(
    '.grid[data-per-row="4"]{top:0}.grid[data-per-row]{top:1px}',
  );
  expect(used('<p class="grid"></p><script>a.dataset.perRow=b</script>')).toBe(
    '.grid[data-per-row="4"]{top:0}.grid[data-per-row]{top:1px}',
  );
});

it('PLAT-02 a selector needs all of its classes, but for those it excludes or chooses from', () => {
  const css =
    '.card .tile{top:0}.card:not(.tile){top:1px}.card:is(.tile,.panel){top:2px}.card a[href$=".pdf"]{top:3px}';
  expect(stylesOf(css, '<p class="card"></p>')).toBe(css.replace('.card .tile{top:0}', ''));
});

it('PLAT-02 choices inside choices, escapes and commas in values are read as a browser reads them', () => {
  const css = [
    ':is(.form:is([data-awake],:not(:has(.step:target,.step :target)))>.step,.tile:not(:has(.a,:is(.b)))){top:0}',
    '.form[title="a,b]{"]{top:1px}',
    '.form:nth-child(1 of .x,.y){top:2px}',
    '.form::view-transition-group(.slide){top:3px}',
    '.form:before{content:"\\"}.tile{"}',
    '.sm\\:form{top:4px}',
  ].join('');
  expect(stylesOf(css, '<p class="form"></p>')).toBe(css.replace('.sm\\:form{top:4px}', ''));
});

it('PLAT-02 every sheet of the project is written as it was read', () => {
  const sheets = globSync('src/**/*.css').map((file) => readFileSync(file, 'utf8'));
  expect(sheets.length).toBeGreaterThan(100);
  const plain = (css: string) => css.replaceAll(/\/\*.*?\*\/|\s/gs, '');
  const all: LaterNames = new Map([['/_astro/a.js', new Set(styledNames())]]);
  for (const css of sheets)
    expect(plain(stylesOf(css, '<script src="/_astro/a.js"></script>', all))).toBe(plain(css));
});

it('PLAT-02 rules without a class, keyframes, typefaces and text with braces stay as they are', () => {
  const css =
    ':root{--x:"}"}@font-face{src:url(/a.woff2)}@layer features{@keyframes turn{to{rotate:1turn}}.card:before{content:"{,}"}p{top:0}}';
  expect(stylesOf(css, '<p class="card"></p>')).toBe(css);
});

it('PLAT-02 the policy allows the styles that are left, where it allowed the whole', () => {
  const css = '.card{top:0}.tile{top:0}';
  const page = Buffer.from(`<style>${css}</style><p class="card"></p>`);
  const used = cspHash('.card{top:0}');
  expect(withUsedStyles(page, `style-src '${cspHash(css)}';`, NONE).policy).toBe(`style-src '${used}';`);
  expect(withUsedStyles(page, `style-src 'self';`, NONE).policy).toBe(`style-src 'self';`);
});
