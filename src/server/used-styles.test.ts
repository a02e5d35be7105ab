import { expect, it } from 'vitest';
import { cspHash } from '#src/ui/csp-hash.ts';
import { type LaterClasses, withUsedStyles } from './used-styles.ts';

const NONE: LaterClasses = new Map();
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
    ['/_astro/site.B-1_x.js', new Set(['toast', 'toast-close'])],
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

it('PLAT-02 a selector needs all of its classes, but for those it excludes or chooses from', () => {
  const css =
    '.card .tile{top:0}.card:not(.tile){top:1px}.card:is(.tile,.panel){top:2px}.card a[href$=".pdf"]{top:3px}';
  expect(stylesOf(css, '<p class="card"></p>')).toBe(css.replace('.card .tile{top:0}', ''));
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
