import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkedDealer } from '../../../tests/fixtures/checked-dealer.ts';
import { unmetNeeds } from './unmet-needs.ts';

const { dealer: sound } = checkedDealer();
const TILES = 'https://tiles.example/{z}/{x}/{y}.png';
const off = {
  checkout: false,
  reserve: false,
  testDrive: false,
  tradeIn: false,
  liveChat: false,
  favourites: false,
  printing: false,
  phonePerCarType: false,
};
const gates = {
  checkout: false,
  spinToWin: false,
  personalisedFinance: false,
  equifaxFinance: false,
  tradeIn: false,
  sellMyCar: false,
};
const [first] = sound.dealerships;
if (!first) throw new Error('no dealership');
const pages = {
  ...sound.pages,
  finance: { ...sound.pages.finance, enabled: false },
  'trade-in': { ...sound.pages['trade-in'], enabled: false },
};
/** Everything that needs something is off, and so is what it needs. */
const dealer: DealerConfig = {
  ...sound,
  account: { signIn: false, myGarage: false, watchlist: false, onlinePayment: false, gates },
  dealerships: [{ ...first, switches: off }],
  locations: sound.locations.map((location) => ({ ...location, opening_hours: [] })),
  card: {
    ...sound.card,
    favourites: false,
    compare: false,
    favouritesHiddenFor: [],
    buttons: ['view_details'],
  },
  testDrive: { ...sound.testDrive, slots: false },
  links: { ...sound.links, finance: '/finance' },
  map: { ...sound.map, embed: undefined, map_key: undefined, origins: [] },
  podium: { enabled: false },
  chat: undefined,
  vehiclePage: { ...sound.vehiclePage, financeBanner: undefined },
  pages,
};
const findings = (changes: Partial<DealerConfig>, isWritten = (_: string) => true) =>
  unmetNeeds({ ...dealer, ...changes }, isWritten);
const switched = (switches: Partial<typeof off>) => ({
  dealerships: [{ ...first, switches: { ...off, ...switches } }],
});
const allOn = {
  checkout: true,
  spinToWin: true,
  personalisedFinance: true,
  equifaxFinance: true,
  tradeIn: true,
  sellMyCar: true,
};
const script = 'https://chat.example/a.js';

it('CFG-03 switches that are off, and defaults the file does not state, have no requirements', () => {
  expect(findings({})).toEqual([]);
  expect(findings({ account: { ...dealer.account, gates: allOn } }, () => false)).toEqual([]);
});

const CASES: readonly (readonly [string, Partial<DealerConfig>, string[]])[] = [
  [
    'gates',
    { account: { ...dealer.account, gates: allOn } },
    Object.keys(allOn).map((name) => `account.gates.${name}`),
  ],
  [
    'gated pages',
    { account: { ...dealer.account, myGarage: true, onlinePayment: true } },
    ['account.myGarage', 'account.onlinePayment', 'account.onlinePayment'],
  ],
  [
    'buttons',
    { card: { ...dealer.card, buttons: ['reserve', 'test_drive', 'finance'] } },
    ['card.buttons', 'card.buttons', 'card.buttons'],
  ],
  [
    'finance banner',
    { vehiclePage: { ...dealer.vehiclePage, financeBanner: { text: 'Finance' } } },
    ['vehiclePage.financeBanner'],
  ],
  ['slots', { testDrive: { ...dealer.testDrive, slots: true } }, ['testDrive.slots', 'testDrive.slots']],
  ['podium', { podium: { enabled: true } }, ['podium.enabled']],
  ['chat', { chat: { script, label: 'Chat', origins: [] } }, ['chat']],
  ['map key', { map: { ...dealer.map, embed: 'https://maps.example/{lat},{long}?{key}' } }, ['map.embed']],
  ['map', { map: { ...dealer.map, map_key: 'MAPS_BROWSER_KEY' } }, ['map.map_key']],
  ['map attribution', { map: { ...dealer.map, tiles: TILES } }, ['map.tiles']],
  ['tiles key', { map: { ...dealer.map, tiles: `${TILES}?{key}`, attribution: 'Maps' } }, ['map.tiles']],
  [
    'one map service',
    {
      map: {
        ...dealer.map,
        embed: 'https://maps.example/{lat},{long}',
        style: 'https://style.example/s.json',
      },
    },
    ['map'],
  ],
  ['map hosts', { map: { ...dealer.map, origins: ['https://tiles.example'] } }, ['map.origins']],
  ['hearts', { card: { ...dealer.card, favouritesHiddenFor: ['no_price'] } }, ['card.favouritesHiddenFor']],
  ['reserve', switched({ reserve: true }), ['dealerships.0.switches.reserve']],
  ['checkout', switched({ checkout: true }), ['dealerships.0.switches.checkout']],
  ['trade-in', switched({ tradeIn: true }), ['dealerships.0.switches.tradeIn']],
  ['live chat', switched({ liveChat: true }), ['dealerships.0.switches.liveChat']],
  ['favourites', switched({ favourites: true }), ['dealerships.0.switches.favourites']],
];

it.each(CASES)('CFG-08 a switch with missing requirements is found: %s', (_, changes, paths) => {
  expect(findings(changes).map(({ path }) => path)).toEqual(paths);
});

it('CFG-03 the messages of switches name their requirements', () => {
  const words = CASES.flatMap(([, changes]) => findings(changes)).map(
    ({ path, expected, remedy }) => `${path}: ${expected}. ${remedy}`,
  );
  expect([...new Set(words)]).toMatchSnapshot();
});

it('CFG-08 a switch whose requirements are met is not reported', () => {
  expect(findings({ account: { ...dealer.account, signIn: true, myGarage: true, gates: allOn } })).toEqual(
    [],
  );
  expect(findings({ ...switched({ liveChat: true }), chat: { script, label: 'Chat', origins: [] } })).toEqual(
    [],
  );
});

it('AUTH-06 sign-in without the page on which shoppers sign out is a warning', () => {
  const alone = findings({ account: { ...dealer.account, signIn: true } });
  expect(alone).toMatchObject([
    { path: 'account.signIn', remedy: expect.stringContaining('account.myGarage') },
  ]);
});

it('FORM-10, FORM-14 promises of the trade-in page that no dealer wrote are warnings while the page is on', () => {
  const on = { pages: { ...pages, 'trade-in': { ...pages['trade-in'], enabled: true } } };
  expect(findings(on, () => false)).toMatchSnapshot();
  expect(findings(on)).toEqual([]);
});

it('BUY-224 terms of reserving that no dealer wrote are warnings where vehicles can be reserved', () => {
  const on = switched({ reserve: true, checkout: true });
  const unwritten = (change: object) => findings({ ...on, ...change }, () => false).map(({ path }) => path);
  expect(unwritten({})).toEqual(['reserve.heldDays', 'reserve.refundableUntil']);
  expect(findings(on, () => false)[0]?.received).toContain('Held for 3 days.');
  expect(unwritten({ reserve: { ...dealer.reserve, amount: '' } })).toEqual(['reserve.heldDays']);
  expect(findings(on, (path) => path.startsWith('reserve.'))).toEqual([]);
  expect(findings({}, () => false)).toEqual([]);
});
