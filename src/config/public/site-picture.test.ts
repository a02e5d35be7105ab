import { expect, it } from 'vitest';
import { ownRaster, renditionFile, renditionWidths, sitePicture, sitePictureAt } from './site-picture.ts';

const measured = (path: string, width: number) => ({ pictureWidths: { [path]: width } });

it.each([
  [4000, [480, 640, 960, 1280, 1920, 2880]],
  [2880, [480, 640, 960, 1280, 1920, 2880]],
  [2000, [480, 640, 960, 1280, 1920, 2000]],
  [1920, [480, 640, 960, 1280, 1920]],
  [1440, [480, 640, 960, 1280, 1440]],
  [1280, [480, 640, 960, 1280]],
  [700, [480, 640, 700]],
  [300, [300]],
])('CFG-21 a photo %i px wide is offered only in its available widths', (original, widths) => {
  expect(renditionWidths(original, 'avif')).toEqual(widths);
  expect(renditionWidths(original, 'webp')).toEqual(widths.filter((width) => width <= 1280));
  const { src, sources } = sitePicture(measured('team/yard.jpg', original), '/pictures/team/yard.jpg');
  expect(src).toBe(`/_pictures/w${Math.min(original, 1280)}/team/yard.jpg.webp`);
  expect(sources.map(({ type }) => type)).toEqual(['image/avif']);
  expect(sources[0]?.srcset).toBe(
    widths.map((width) => `/_pictures/w${width}/team/yard.jpg.avif ${width}w`).join(', '),
  );
});

it('CFG-21 a drawing, a picture of another site and an unmeasured one are shown unchanged', () => {
  for (const url of [
    '/pictures/drawing.svg',
    'https://cdn.example/a.jpg',
    '/logos/a.png',
    '/pictures/b.jpg',
  ]) {
    expect(sitePicture(measured('yard.jpg', 1440), url)).toEqual({ src: url, sources: [] });
    expect(sitePicture({}, url)).toEqual({ src: url, sources: [] });
    expect(sitePictureAt(measured('yard.jpg', 1440), url, 640)).toBe(url);
  }
});

it('CFG-21 a small place gets one small size of a photo', () => {
  expect(sitePictureAt(measured('yard.jpg', 1440), '/pictures/yard.jpg', 640)).toBe(
    '/_pictures/w640/yard.jpg.webp',
  );
  expect(sitePictureAt(measured('yard.jpg', 500), '/pictures/yard.jpg', 640)).toBe(
    '/_pictures/w500/yard.jpg.webp',
  );
});

it('CFG-21 a path that leaves the folder is not one of its files', () => {
  for (const climb of ['..', '%2e%2e', 'a%2F..']) {
    expect(ownRaster(`/pictures/${climb}/secret.png`)).toBeUndefined();
  }
});

it('CFG-21 a name with spaces or signs is found by its file and requested by its address', () => {
  const url = '/pictures/our%20team/ute%2C%20100%25.jpg';
  expect(ownRaster(url)).toBe('our team/ute, 100%.jpg');
  expect(ownRaster('/pictures/our team/ute.jpg')).toBe('our team/ute.jpg');
  expect(renditionFile('our team/ute, 100%.jpg', 640, 'webp')).toBe(
    '_pictures/w640/our team/ute, 100%.jpg.webp',
  );
  const site = measured('our team/ute, 100%.jpg', 1440);
  expect(sitePictureAt(site, url, 640)).toBe('/_pictures/w640/our%20team/ute%2C%20100%25.jpg.webp');
});

it('CFG-21 an address that cannot be decoded is shown unchanged', () => {
  expect(sitePicture({}, '/pictures/100%.jpg')).toEqual({ src: '/pictures/100%.jpg', sources: [] });
});
