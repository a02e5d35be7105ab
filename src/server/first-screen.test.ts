import { expect, it } from 'vitest';
import { hastenFirstScreen } from './first-screen.ts';

const page = (body: string) => `<head><meta charset="utf-8"><title>Cars</title></head><body>${body}</body>`;
const picture = (name: string, rest: string) =>
  `<picture><source type="image/avif" srcset="/${name}-640.avif 640w, /${name}.avif 960w" sizes="(min-width: 768px) 50vw, 100vw"><source type="image/webp" srcset="/${name}.webp 960w" sizes="100vw"><img src="/${name}.jpg" alt="" ${rest}></picture>`;

it('PLAT-02 the largest picture of the first screen is asked for before the title, in its best format', () => {
  const html = hastenFirstScreen(
    page(picture('logo', 'loading="eager"') + picture('hero', 'fetchpriority="high"')),
  );
  expect(html).toContain(
    '<link rel="preload" as="image" type="image/avif" imagesrcset="/hero-640.avif 640w, /hero.avif 960w" imagesizes="(min-width: 768px) 50vw, 100vw" fetchpriority="high"><title>',
  );
  expect(html.match(/rel="preload"/g)).toHaveLength(1);
});

it('PLAT-02 names of attributes may be written as React writes them, and $ is only a letter', () => {
  const html = hastenFirstScreen(
    page('<picture><source type="image/avif" srcSet="/a$&$\'.avif 1x"><img fetchPriority="high"></picture>'),
  );
  expect(html).toContain('imagesrcset="/a$&$\'.avif 1x" imagesizes="100vw"');
});

it('PLAT-02 a page whose pictures can all wait, or has none, asks for none', () => {
  for (const body of [picture('card', 'loading="lazy"'), '<img src="/a.jpg" fetchpriority="high">', '']) {
    expect(hastenFirstScreen(page(body))).toBe(page(body));
  }
});

it('PLAT-02 scripts with an address wait for the first screen; those in the page stay as their hash says', () => {
  const scripts = '<script type="module" src="/a.js"></script><script type="module">run();</script>';
  expect(hastenFirstScreen(page(scripts))).toBe(
    page('<template data-module="/a.js"></template><script type="module">run();</script>'),
  );
});
