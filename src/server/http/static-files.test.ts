import { expect, it, vi } from 'vitest';
import { resolveAddress } from '#src/platform/routing/resolve-address.ts';
import { configured } from '../../../tests/fixtures/configured.ts';
import type { Exchange } from './exchange.ts';
import { fileStep } from './static-files.ts';

const dealer = configured({});
const serve = vi.fn(async () => true);

/** Whether the page, if a build had made it, would be sent. */
async function looksFor(address: string): Promise<boolean> {
  serve.mockClear();
  const path = new URL(address, 'https://dealer.example');
  const found = resolveAddress(dealer, path);
  const exchange = { req: { method: 'GET' }, res: {}, dealer, path, found } as unknown as Exchange;
  expect(await fileStep({ serve })(exchange)).toBe(serve.mock.calls.length > 0);
  return serve.mock.calls.length > 0;
}

it.each([
  ['/about-us', true],
  // The home page shows stock.
  ['/', false],
  ['/_astro/site.js', true],
  ['/favicon.svg', true],
  ['/cars/2024-mazda-cx-5', false],
  ['/cars/2024-mazda-cx-5/view.json?photos_count=7', false],
  ['/search/used-cars', false],
  ['/success', false],
  ['/dealer-locator', true],
  ['/dealer-locator?near=4000', false],
])('PLAT-02 %s is looked for among the files of a build: %s', async (address, isLookedFor) => {
  expect(await looksFor(address)).toBe(isLookedFor);
});
