import { expect, it } from 'vitest';
import { ownRaster, sitePicture, sitePictureAt } from './site-picture.ts';

it('CFG-21 a photo of the dealer comes in every width, AVIF before WebP', () => {
  const { src, sources } = sitePicture('/pictures/team/yard.jpg');
  expect(src).toBe('/_pictures/w1280/team/yard.jpg.webp');
  expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
  expect(sources[0]?.srcset).toBe(
    [480, 640, 960, 1280, 1920].map((w) => `/_pictures/w${w}/team/yard.jpg.avif ${w}w`).join(', '),
  );
});

it('CFG-21 a drawing, and a picture of another site, is shown as it is', () => {
  for (const url of ['/pictures/showroom.svg', 'https://cdn.example/a.jpg', '/logos/a.png']) {
    expect(sitePicture(url)).toEqual({ src: url, sources: [] });
  }
});

it('CFG-21 a small place gets one small size of a photo', () => {
  expect(sitePictureAt('/pictures/yard.jpg', 640)).toBe('/_pictures/w640/yard.jpg.webp');
  expect(sitePictureAt('/logos/a.png', 640)).toBe('/logos/a.png');
});

it('CFG-21 a path that climbs out of the folder is none of it', () => {
  expect(ownRaster('/pictures/../secret.png')).toBeUndefined();
});
