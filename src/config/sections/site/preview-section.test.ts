import * as v from 'valibot';
import { expect, it } from 'vitest';
import { PreviewSchema } from './preview-section.ts';

const takes = (apiOrigin: string) => v.is(PreviewSchema, { apiOrigin });

it.each(['https://www.dealer.com.au', 'https://dealer.com.au:8443', 'http://metro.localhost:4321'])(
  'PLAT-04 %s is an origin',
  (origin) => {
    expect(takes(origin)).toBe(true);
  },
);

it.each([
  'https://www.dealer.com.au/',
  'https://www.dealer.com.au/path',
  'https://WWW.dealer.com.au',
  'https://www.dealer.com.au:443',
  'http://www.dealer.com.au',
  'http://localhost.dealer.com.au',
  'www.dealer.com.au',
  'null',
  '*',
  '',
])('PLAT-04 "%s" is no origin', (origin) => {
  expect(takes(origin)).toBe(false);
});
