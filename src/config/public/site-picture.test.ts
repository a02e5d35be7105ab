import { expect, it } from 'vitest';
import { ownRaster, renditionFile, sitePicture, sitePictureAt } from './site-picture.ts';

it('CFG-21 a photo of the dealer comes in every width, AVIF before WebP', () => {
  const { src, sources } = sitePicture('/pictures/team/yard.jpg');
  expect(src).toBe('/_pictures/w1280/team/yard.jpg.webp');
  expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
  expect(sources[0]?.srcset).toBe(
    [480, 640, 960, 1280, 1920].map((w) => `/_pictures/w${w}/team/yard.jpg.avif ${w}w`).join(', '),
  );
});

it('CFG-21 a drawing, and a picture of another site, is shown as it is', () => {
  for (const url of ['/pictures/drawing.svg', 'https://cdn.example/a.jpg', '/logos/a.png']) {
    expect(sitePicture(url)).toEqual({ src: url, sources: [] });
  }
});

it('CFG-21 a small place gets one small size of a photo', () => {
  expect(sitePictureAt('/pictures/yard.jpg', 640)).toBe('/_pictures/w640/yard.jpg.webp');
  expect(sitePictureAt('/logos/a.png', 640)).toBe('/logos/a.png');
});

it('CFG-21 a path that climbs out of the folder is none of it', () => {
  for (const climb of ['..', '%2e%2e', 'a%2F..']) {
    expect(ownRaster(`/pictures/${climb}/secret.png`)).toBeUndefined();
  }
});

it('CFG-21 a name with spaces or signs is found by its file and asked for by its address', () => {
  const url = '/pictures/our%20team/ute%2C%20100%25.jpg';
  expect(ownRaster(url)).toBe('our team/ute, 100%.jpg');
  expect(ownRaster('/pictures/our team/ute.jpg')).toBe('our team/ute.jpg');
  expect(renditionFile('our team/ute, 100%.jpg', 640, 'webp')).toBe(
    '_pictures/w640/our team/ute, 100%.jpg.webp',
  );
  expect(sitePictureAt(url, 640)).toBe('/_pictures/w640/our%20team/ute%2C%20100%25.jpg.webp');
});

it('CFG-21 an address that cannot be decoded is shown as it is', () => {
  expect(sitePicture('/pictures/100%.jpg')).toEqual({ src: '/pictures/100%.jpg', sources: [] });
});
