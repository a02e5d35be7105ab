import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FULL_CARD_QUALITY,
  IMAGE_CROPS,
  IMAGE_FORMATS,
  IMAGE_QUALITIES,
  IMAGE_WIDTHS,
  imageSrcSet,
  imageUrl,
  parseImagePath,
  parseSheetPath,
  sheetPath,
} from './image-url.ts';

test('CFG-22 width 640 and quality 75 are the default', () => {
  expect(imageUrl({}, { id: 'demo-suv-red-1' })).toBe('/images/demo-suv-red-1/v1/w640-q75.webp');
});

test('CFG-22 an address carries width, quality, format, crop and version', () => {
  expect(
    imageUrl(
      {},
      { id: 'a1', version: 7 },
      { width: 1280, quality: FULL_CARD_QUALITY, format: 'jpg', crop: '4x3' },
    ),
  ).toBe('/images/a1/v7/w1280-q100-4x3.jpg');
});

test('CFG-22 a source set names each width once with its descriptor', () => {
  expect(imageSrcSet({}, { id: 'a' }, [320, 960], { format: 'jpg' })).toBe(
    '/images/a/v1/w320-q75.jpg 320w, /images/a/v1/w960-q75.jpg 960w',
  );
});

test('CFG-22 every address the builder makes is parsed back to its input', () => {
  fc.assert(
    fc.property(
      fc.record({
        id: fc.stringMatching(/^[a-z0-9-]{1,100}$/),
        version: fc.integer({ min: 1, max: 999_999 }),
        width: fc.constantFrom(...IMAGE_WIDTHS),
        quality: fc.constantFrom(...IMAGE_QUALITIES),
        format: fc.constantFrom(...IMAGE_FORMATS),
        crop: fc.constantFrom(null, ...IMAGE_CROPS),
      }),
      ({ id, version, crop, ...rest }) => {
        fc.pre(rest.format !== 'avif' || rest.width < 2560);
        const path = imageUrl({}, { id, version }, { ...rest, ...(crop ? { crop } : {}) });
        expect(parseImagePath(path)).toEqual({ id, version, crop, ...rest });
      },
    ),
  );
});

const CDN = 'https://img.example.com/{id}/v{version}?w={width}&q={quality}&fm={format}&crop={crop}';

test('CFG-22 with a CDN the template gives the address, always with crop and format', () => {
  expect(imageUrl({ cdn: CDN }, { id: 'a1', version: 4 })).toBe(
    'https://img.example.com/a1/v4?w=640&q=75&fm=webp&crop=none',
  );
  expect(
    imageUrl({ cdn: CDN }, { id: 'a1' }, { quality: FULL_CARD_QUALITY, format: 'avif', crop: '3x2' }),
  ).toBe('https://img.example.com/a1/v1?w=640&q=100&fm=avif&crop=3x2');
});

test('CFG-22 no CDN address is one of ours or contains a placeholder', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z0-9-]{1,40}$/),
      fc.constantFrom(...IMAGE_FORMATS),
      fc.constantFrom(undefined, ...IMAGE_CROPS),
      (id, format, crop) => {
        const set = imageSrcSet({ cdn: CDN }, { id }, undefined, { format, ...(crop ? { crop } : {}) });
        const candidates = set.split(', ');
        expect(candidates).toHaveLength(IMAGE_WIDTHS.length);
        for (const candidate of candidates)
          expect(candidate).toMatch(/^https:\/\/img\.example\.com\/[^{}]* \d+w$/);
      },
    ),
  );
});

test.each([
  '/images/a/v1/w641-q75.webp',
  '/images/a/v1/w20000-q75.webp',
  '/images/a/v1/w0640-q75.webp',
  '/images/a/v1/w2560-q75.avif',
  '/images/a/v1/w640-q80.webp',
  '/images/a/v1/w640-q075.webp',
  '/images/a/v1/w640-q75.heic',
  '/images/a/v1/w640-q75.jpeg',
  '/images/a/v1/w640-q75-9x1.webp',
  '/images/a/v0/w640-q75.webp',
  '/images/a/v01/w640-q75.webp',
  '/images/a/w640-q75.webp',
  '/images/A/v1/w640-q75.webp',
  '/images/a.b/v1/w640-q75.webp',
  '/images/a/v1/w640-q75.webp/',
  '/images/a/v1/w640-q75.webp\n',
  '/images//v1/w640-q75.webp',
  'images/a/v1/w640-q75.webp',
])('CFG-22 the address %j is refused', (path) => {
  expect(parseImagePath(path)).toBeUndefined();
});

test('CFG-22 every accepted address has an id without dots, slashes or escapes', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 30 }), (a, b) => {
      for (const id of [a, b, `../${a}`, `${a}/..`, `%2e%2e%2f${a}`, `${a}\0`]) {
        const parsed = parseImagePath(`/images/${id}/v1/w640-q75.webp`);
        if (parsed) expect(parsed.id).toMatch(/^[a-z0-9-]+$/);
      }
    }),
    { numRuns: 100 },
  );
});

/** Without comments and imports. */
const codeOf = (file: string) =>
  readFileSync(file, 'utf8').replace(
    /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$|from '.*';$|import\('.*'\)/gm,
    '',
  );

test('CFG-22 no other module writes addresses of pictures', () => {
  const sources = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !/\.(?:test|d)\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(200);
  const writers = sources.filter((file) => /['"`/]images\//.test(codeOf(file)));
  expect(writers).toEqual(['src/platform/images/image-url.ts']);
});

test('VDP-04 the address of a sheet is parsed back, and no other address is accepted', () => {
  expect(parseSheetPath(sheetPath('abc_1', 'k9'))).toEqual({ vehicleId: 'abc_1', key: 'k9' });
  for (const path of ['/images/spin/../x.webp', '/images/spin/a/b/c.webp', '/images/spin/a/k.jpg'])
    expect(parseSheetPath(path)).toBeUndefined();
});
