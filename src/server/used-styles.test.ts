import { expect, it } from 'vitest';
import { cspHash } from '#src/ui/csp-hash.ts';
import { withUsedStyles } from './used-styles.ts';

const layer = (name: string, css: string) => `@layer ${name}{${css}}`;
const stylesOf = (css: string, body: string) =>
  withUsedStyles(Buffer.from(`<style>${css}</style>${body}`), '')
    .page.toString()
    .replace(/<style>|<\/style>.*/gs, '');

it('PLAT-02 rules of components that are not on the page are left out, in media queries too', () => {
  const css = layer(
    'features',
    '.card{color:red}.card-title,.tile{margin:0}.tile-link{top:0}@media (min-width:576px){.tile{margin:1px}}@media print{.card{top:0}}',
  );
  expect(stylesOf(css, '<p class="card"></p>')).toBe(
    layer('features', '.card{color:red}.card-title{margin:0}@media print{.card{top:0}}'),
  );
});

it('PLAT-02 what a component shows later has its styles', () => {
  const css = layer('template', '.card-error[data-open]:hover{top:0}.card:is(.tile,.panel){top:1px}');
  expect(stylesOf(css, '<p class="lead card-title"></p>')).toBe(css);
});

it('PLAT-02 a selector that needs a component inside another is left out without one of them', () => {
  const css = layer('features', '.card .tile{top:0}.card:not(.tile){top:1px}');
  expect(stylesOf(css, '<p class="card"></p>')).toBe(layer('features', '.card:not(.tile){top:1px}'));
});

it('PLAT-02 layers below the components stay whole, and so do rules for what they style', () => {
  const css =
    '@layer base,ui,features;' +
    layer('ui', '.alert{top:0}') +
    layer('features', '.card .alert{top:1px}.tile .alert{top:2px}') +
    ':root{--x:"}"}@font-face{src:url(/a.woff2)}';
  expect(stylesOf(css, '<p class="card"></p>')).toBe(css.replace('.tile .alert{top:2px}', ''));
});

it('PLAT-02 keyframes and text with braces stay as they are', () => {
  const css = layer('features', '@keyframes turn{to{rotate:1turn}}.card:before{content:"{,}"}p{top:0}');
  expect(stylesOf(css, '<p class="card"></p>')).toBe(css);
});

it('PLAT-02 the policy allows the styles that are left, where it allowed the whole', () => {
  const css = layer('features', '.card{top:0}.tile{top:0}');
  const page = Buffer.from(`<style>${css}</style><p class="card"></p>`);
  const used = cspHash(layer('features', '.card{top:0}'));
  expect(withUsedStyles(page, `style-src '${cspHash(css)}';`).policy).toBe(`style-src '${used}';`);
  expect(withUsedStyles(page, `style-src 'self';`).policy).toBe(`style-src 'self';`);
});
