import { expect, it } from 'vitest';
import { previewOrigin } from './preview-origin.ts';

const origins = ['https://previews.example.com', 'https://www.metro.example', 'http://metro.localhost:4321'];
const dealer = {
  slug: 'metro',
  hosts: ['www.metro.example'],
  previousHosts: ['old.metro.example'],
  preview: { origins: [...origins, 'https://old.metro.example'] },
};

it('PLAT-04 a registered origin is a preview', () => {
  expect(previewOrigin(dealer, 'https://previews.example.com')).toBe('https://previews.example.com');
});

it.each([
  undefined,
  null,
  'null',
  '',
  'https://previews.example.com.evil.example',
  'https://evil.example',
  'http://previews.example.com',
  'https://previews.example.com:8443',
  'https://PREVIEWS.example.com',
])('PLAT-04 %s is no preview', (origin) => {
  expect(previewOrigin(dealer, origin)).toBeUndefined();
});

it.each(['https://www.metro.example', 'https://old.metro.example', 'http://metro.localhost:4321'])(
  'PLAT-04 the dealer’s own website at %s is no preview, even where it is registered as one',
  (origin) => {
    expect(previewOrigin(dealer, origin)).toBeUndefined();
  },
);
