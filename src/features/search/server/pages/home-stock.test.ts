import { expect, it } from 'vitest';
import { configured } from '../../../../../tests/fixtures/configured.ts';
import { homeStock } from './page-stock.ts';

it('SRCH-24 a body tile leads to the stock its number counts', async () => {
  const overview = async () => ({
    makes: { Toyota: 9 },
    bodies: { hatch: 4, hatchback: 2, suv: 3 },
  });
  const services = { vocabulary: { overview }, log: console } as unknown as Parameters<typeof homeStock>[0];
  const dealer = configured({ 'search.defaultPath': '/search/used-cars' });
  expect((await homeStock(services, dealer)).bodies.map(({ href, count }) => [href, count])).toEqual([
    ['/search/new-used-and-demo-cars?body=hatch&body=hatchback', 6],
    ['/search/new-used-and-demo-cars?body=suv', 3],
  ]);
});
