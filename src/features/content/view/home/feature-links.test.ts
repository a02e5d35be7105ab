import { expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { configured } from '../../../../../tests/fixtures/configured.ts';
import { OFFER, on } from '../../../../../tests/fixtures/resolved-address.ts';
import { featureLinks } from './feature-links.ts';

const ALL = { offers: [OFFER], ...on('service'), ...on('trade-in'), 'content.home.banner': undefined };
const linksOf = (settings: Readonly<Record<string, unknown>>) =>
  featureLinks(toPublicConfig(configured({ ...ALL, ...settings }))).map(({ title, text, href }) =>
    [title, text, href].filter(Boolean).join(' | '),
  );

const OFFERS = 'See our latest offers | /special-offers';
const SERVICE = 'Book your service online | Save time & book online | /service';
const SELL = 'Sell your car | Get an instant offer in 2 minutes';

it('SRCH-20 the banner leads to offers, service and the site’s own address for trade-ins', () => {
  expect(linksOf({})).toEqual([OFFERS, SERVICE, `${SELL} | /trade-in`]);
  expect(linksOf({ 'links.tradeIn': '/sell-my-car' })).toEqual([OFFERS, SERVICE, `${SELL} | /sell-my-car`]);
});

it('SRCH-20 a page that the site does not have is no item of the banner', () => {
  expect(linksOf({ offers: [] })).toEqual([SERVICE, `${SELL} | /trade-in`]);
  expect(linksOf({ 'pages.service': undefined, 'pages.trade-in': undefined })).toEqual([OFFERS]);
});

it('SRCH-20 the links of the dealer file take their place, none too', () => {
  const own = { title: 'Find us', href: '/dealer-locator', icon: 'map-pin' };
  expect(linksOf({ 'content.home.banner': [own] })).toEqual(['Find us | /dealer-locator']);
  expect(linksOf({ 'content.home.banner': [] })).toEqual([]);
});
