import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Gallery } from './Gallery.tsx';

const html = (count: number) =>
  renderToStaticMarkup(
    <Gallery
      slides={Array.from({ length: count }, (_, at) => ({
        ...{
          kind: 'photo',
          full: `/${at}.jpg`,
          whole: `/${at}.jpg`,
          src: `/${at}.webp`,
          alt: '',
          sources: [],
        },
        ...{ label: `Photo ${at + 1}`, thumb: `/${at}.webp`, caption: undefined, marks: undefined },
      }))}
      {...{ sizes: '100vw', name: 'Kia Rio', thumbnails: true, isFirst: true }}
    />,
  );

it('VDP-287 more than four photos can be skipped by keyboard', () => {
  expect(html(4)).not.toContain('Skip photos');
  expect(html(5)).toMatch(
    /<a [^>]*href="#gallery-end"[^>]*>Skip photos<.*href="\/0\.jpg".*id="gallery-end"/s,
  );
});
