import { expect, it } from 'vitest';
import { smallerOf, targetSize } from './photo-upload.ts';

it.each([
  ['a phone photo', { width: 4032, height: 3024 }, { width: 2560, height: 1920 }],
  ['one held upright', { width: 3024, height: 4032 }, { width: 1920, height: 2560 }],
  ['a small one, which is never enlarged', { width: 640, height: 480 }, { width: 640, height: 480 }],
  ['a single row', { width: 16_000, height: 1 }, { width: 2560, height: 1 }],
])('FORM-10 the longest side sent is 2,560 px: %s', (_name, from, to) => {
  expect(targetSize(from)).toEqual(to);
});

const blob = (size: number, type: string) => new Blob(['x'.repeat(size)], { type });

it('FORM-10 the smaller of both is sent, but never a file the server cannot read', () => {
  const jpeg = blob(100, 'image/jpeg');
  const shrunk = blob(50, 'image/jpeg');
  expect(smallerOf(jpeg, shrunk)).toBe(shrunk);
  const larger = blob(150, 'image/jpeg');
  expect(smallerOf(jpeg, larger)).toBe(jpeg);
  expect(smallerOf(blob(100, 'image/heic'), larger)).toBe(larger);
});

it('FORM-10 a browser that writes no JPEG sends the file itself', () => {
  const photo = blob(100, 'image/webp');
  expect(smallerOf(photo, null)).toBe(photo);
  expect(smallerOf(photo, blob(50, 'image/png'))).toBe(photo);
});
