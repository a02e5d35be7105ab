import { expect, it } from 'vitest';
import type { LeadPicture } from '#src/domain/image/lead-picture.ts';
import { hastenFirstScreen } from './first-screen.ts';

const page = (body: string) => `<head><meta charset="utf-8"><title>Cars</title></head><body>${body}</body>`;
const hastened = (html: string, leadPicture?: LeadPicture) =>
  hastenFirstScreen(Buffer.from(html), leadPicture).toString();
const hero = { type: 'image/avif', srcset: '/hero-640.avif 640w, /hero.avif 960w', sizes: '50vw' };

it('PLAT-02 the largest picture of the first screen is requested before the title, in its best format', () => {
  expect(hastened(page(''), hero)).toContain(
    '<link rel="preload" as="image" type="image/avif" imagesrcset="/hero-640.avif 640w, /hero.avif 960w" imagesizes="50vw" fetchpriority="high"><title>',
  );
});

it('PLAT-02 an address is plain text: $ and quotes have no effect', () => {
  const html = hastened(page(''), { ...hero, srcset: `/a$&$'".avif?b&c 1x` });
  expect(html).toContain(`imagesrcset="/a$&amp;$&apos;&quot;.avif?b&amp;c 1x"`);
});

it('PLAT-02 a page without such a picture requests none', () => {
  expect(hastened(page('<img src="/a.jpg">'))).toBe(page('<img src="/a.jpg">'));
});

it('PLAT-02 a marked script waits for the first interaction, and the one after it does not', () => {
  const marked = '<template data-at-gesture></template> <script type="module" src="/a.js"></script>';
  expect(hastened(page(`${marked}<script type="module" src="/b.js"></script>`))).toBe(
    page(
      '<template data-module="/a.js" data-at-gesture></template><template data-module="/b.js"></template>',
    ),
  );
});

it('PLAT-02 the island runtime is in the page, unless a script loads it on the first interaction', () => {
  const runtime =
    '<script>(()=>{self.Astro.intent=f;dispatchEvent(new Event("astro:intent"))})();</script><script>(()=>{customElements.define("astro-island",I)})();</script>';
  const other =
    '<script>(()=>{run()})();</script><script>(function holdPresses(){"astro-island"})()</script>';
  const island = (mark: string) =>
    `${other}${runtime}<astro-island></astro-island><template ${mark}></template><script type="module" src="/a.js"></script>`;
  expect(hastened(page(island('data-at-gesture="islands"')))).toBe(
    page(
      `${other}<astro-island></astro-island><template data-module="/a.js" data-at-gesture="islands"></template>`,
    ),
  );
  expect(hastened(page(island('data-at-gesture')))).toContain(runtime);
});

it('PLAT-02 scripts with an address wait for the first screen; those in the page stay as their hash says', () => {
  const scripts = '<script type="module" src="/a.js"></script><script type="module">run();</script>';
  expect(hastened(page(scripts))).toBe(
    page('<template data-module="/a.js"></template><script type="module">run();</script>'),
  );
});
