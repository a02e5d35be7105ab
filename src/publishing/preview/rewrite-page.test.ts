import { expect, it } from 'vitest';
import { cspHash } from '#src/platform/http/response-headers.ts';
import { previewAddress } from '#src/server/routes/preview-addresses.ts';
import { type PageChanges, rewritePage } from './rewrite-page.ts';

const changes: PageChanges = {
  mapAddress: (address) => previewAddress(address, '/p'),
  offPage: '/p/preview/off.html',
  head: '<!--head-->',
  body: '<!--body-->',
  policy: null,
};
const page = (inside: string, head = '') =>
  `<!DOCTYPE html><html><head>${head}</head><body>${inside}</body></html>`;
const rewrittenPage = (html: string, more: Partial<PageChanges> = {}) =>
  rewritePage(Buffer.from(html), { ...changes, ...more }).toString();
const rewritten = (inside: string, more: Partial<PageChanges> = {}) =>
  rewrittenPage(page(inside), more).match(/<!--body-->(.*)<\/body>/s)?.[1];

it.each([
  [
    '<a class="x" href="/cars/a?b=1&amp;c=2">A</a>',
    '<a class="x" href="/p/cars/a/index.html?b=1&amp;c=2">A</a>',
  ],
  [
    '<a title="Škoda’s &quot;best&quot; &lt;&#39;" href="/cars/a">é</a>',
    '<a title="Škoda’s &quot;best&quot; &lt;&#39;" href="/p/cars/a/index.html">é</a>',
  ],
  [
    '<a href="/files/o&#x27;brien.pdf?a=1&amp;b=%20">A</a>',
    `<a href="/p/files/o'brien.pdf?a=1&amp;b=%20">A</a>`,
  ],
  ['<a href="/search/à-la-carte">A</a>', '<a href="/p/search/à-la-carte/index.html">A</a>'],
  [
    '<source srcset="/images/voilà.webp 320w, /images/b.webp 640w">',
    '<source srcset="/p/images/voilà.webp 320w, /p/images/b.webp 640w">',
  ],
  ['<img src="/images/a/v1/w320-q75.jpg" alt>', '<img src="/p/images/a/v1/w320-q75.jpg" alt>'],
  [
    '<source srcSet="/images/a/v1/w320-q75.webp 320w, /images/a/v1/w640-q75.webp 640w"/>',
    '<source srcSet="/p/images/a/v1/w320-q75.webp 320w, /p/images/a/v1/w640-q75.webp 640w"/>',
  ],
  ['<form action="/search/used-cars"></form>', '<form action="/p/search/used-cars/index.html"></form>'],
  [
    '<form method="post" action="/enquire/contact"></form>',
    '<form method="post" action="/p/preview/off.html"></form>',
  ],
  [
    '<astro-island component-url="/_astro/a.js" props="{&quot;app&quot;:[0,&quot;{`scope`:{`path`:`/search/x`}}&quot;]}"></astro-island>',
    '<astro-island component-url="/p/_astro/a.js" props="{&quot;app&quot;:[0,&quot;{`scope`:{`path`:`/p/search/x/index.html`}}&quot;]}"></astro-island>',
  ],
  [
    '<svg viewBox="0 0 1 1"><use href="/m.svg#a"/></svg>',
    '<svg viewBox="0 0 1 1"><use href="/p/m.svg#a"/></svg>',
  ],
])('PLAT-04 %s leads to the preview', (before, after) => {
  expect(rewritten(before)).toBe(after);
});

it.each([
  '<a href="https://other.example/cars/a">Away</a>',
  '<a href="#enquire">Down</a>',
  '<script>const path = "/cars/a";</script>',
  '<p title="/cars/a">1 &lt; 2 – Škoda’s</p>',
])('PLAT-04 %s stays as it is, byte for byte', (html) => {
  expect(rewritten(html)).toBe(html);
});

it('PLAT-04 banner and script are first, and no page asks search engines for more than nothing', () => {
  const html = rewrittenPage(page('x', '<meta name="robots" content="noindex">'));
  expect(html).toBe('<!DOCTYPE html><html><head><!--head--></head><body><!--body-->x</body></html>');
});

it('PLAT-04 the policy allows the changed styles and the endpoints, and no more', () => {
  const css = 'a{background:url(/m.svg)}';
  const html = rewrittenPage(page('', `<style>${css}</style>`), {
    policy: `connect-src 'self'; style-src 'self' '${cspHash(css)}'`,
    apiOrigin: 'https://www.dealer.example',
  });
  expect(html).toContain('<style>a{background:url(/p/m.svg)}</style>');
  expect(html).toContain(`connect-src 'self' https://www.dealer.example;`);
  expect(html).toContain(cspHash('a{background:url(/p/m.svg)}'));
  expect(html).not.toContain(cspHash(css));
});

it('PLAT-04 the policy allows changed styles of the body too', () => {
  const css = 'a{--mark:url(/m.svg)}';
  const html = rewrittenPage(page(`<style>${css}</style>`), {
    policy: `style-src 'self' '${cspHash(css)}'`,
  });
  expect(html).toContain(`style-src 'self' '${cspHash('a{--mark:url(/p/m.svg)}')}'`);
});

it('PLAT-04 a page of several parts is rewritten as a whole', () => {
  const links = (path: string) => `<a title="é" href="${path}">x &amp; y</a>`.repeat(10_000);
  expect(rewritten(links('/cars/a'))).toBe(links('/p/cars/a/index.html'));
});
