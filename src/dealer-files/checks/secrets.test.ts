import { expect, it } from 'vitest';
import { checkedDealer } from '../../../tests/fixtures/checked-dealer.ts';
import { checkSecrets } from './check-dealer.ts';

const { dealer } = checkedDealer();
const { feed } = dealer.stock;
const naming = (authorization: string) => ({
  ...dealer,
  stock: { ...dealer.stock, ...(feed && { feed: { ...feed, authorization } }) },
});

it('CFG-23 a dealer file that names a variable of the installation is a mistake', () => {
  expect(checkSecrets(dealer, {})).toEqual([]);
  for (const name of ['SITE_SECRET', 'MEILI_KEY', 'HARBOUR_FEED']) {
    expect(checkSecrets(naming(name), {})).toMatchObject([
      {
        path: 'stock.feed.authorization',
        received: `"${name}"`,
        remedy: expect.stringContaining(`DEALER_${name}`),
      },
    ]);
  }
  expect(checkSecrets(naming('HARBOUR_FEED'), { DEALER_VARIABLES: 'HARBOUR_FEED' })).toEqual([]);
  expect(checkSecrets(naming('SITE_SECRET'), { DEALER_VARIABLES: 'SITE_SECRET' })).toHaveLength(1);
});
