import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkedDealer, placesAndWords } from '../../../tests/fixtures/checked-dealer.ts';
import { checkShowroom } from './check-dealer.ts';
import { warningsOf } from './setting-warnings.ts';

const { dealer, yard } = checkedDealer();
const environment = { DEALER_KOOKABURRA_CRM_KEY: 'set' };
const warnings = (changes: Partial<DealerConfig>, given: typeof environment | object = environment) =>
  warningsOf({ ...dealer, ...changes }, { today: '2026-06-18', environment: { ...given } });

it('CFG-23 a secret that is not set here is a warning which names its variable, never its value', () => {
  expect(warnings({})).toEqual([]);
  const [missing] = warnings({}, {});
  expect(missing).toMatchObject({ path: 'leads.destinations.0.signingKey' });
  expect(missing?.received).toContain('DEALER_KOOKABURRA_CRM_KEY');
  const map = { ...dealer.map, map_key: 'MAPS_BROWSER_KEY' };
  expect(warnings({ map }).map(({ path }) => path)).toEqual(['map.map_key']);
  expect(JSON.stringify(warnings({ map }, { DEALER_KOOKABURRA_CRM_KEY: 'hush' }))).not.toContain('hush');
});

it('FORM-11 leads by e-mail without a mail server are a warning for each variable', () => {
  const destinations = [
    { name: 'yard', type: 'email' as const, to: 'yard@dealer.example', toByLocation: {} },
  ].map((destination) => ({ ...destination, categories: [], forms: [], locations: [] }));
  const leads = { ...dealer.leads, destinations };
  const missing = (given: object) => warnings({ leads }, given).map(({ expected }) => expected.split(' ')[0]);
  expect(missing({})).toEqual(['SMTP_URL', 'MAIL_FROM']);
  expect(missing({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@b.example' })).toEqual([]);
});

it('FIN-19 a popup that verifies phones without text messages is a warning', () => {
  const places = (quickQuote: 'popup' | 'page', given: object) =>
    warnings({ finance: { ...dealer.finance, quickQuote } }, { ...environment, ...given }).map(
      ({ path }) => path,
    );
  expect(places('popup', {})).toEqual(['finance.quickQuote']);
  expect(places('popup', { SMS_URL: 'https://sms.example' })).toEqual([]);
  expect(places('page', {})).toEqual([]);
});

it('SRCH-33 alerts without a mail server are a warning for each variable', () => {
  const missing = (alerts: boolean, given: object) =>
    warnings({ search: { ...dealer.search, alerts } }, { ...environment, ...given }).map(
      ({ expected }) => expected.split(' ')[0],
    );
  expect(missing(true, {})).toEqual(['SMTP_URL', 'MAIL_FROM']);
  expect(missing(true, { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@b.example' })).toEqual([]);
  expect(missing(false, {})).toEqual([]);
});

it('CFG-20 a make outside the reference list is a warning with the nearest spelling', () => {
  const makes = (...manufacturers: string[]) => warnings({ locations: [{ ...yard, manufacturers }] });
  expect(makes('Toyota', 'mercedes benz', 'MG')).toEqual([]);
  expect(makes('Toyota', 'Mitsubshi')).toMatchObject([
    { path: 'locations.0.manufacturers.1', remedy: 'Did you mean "Mitsubishi"?' },
  ]);
  expect(makes('Zzyzx Motor Works')[0]?.remedy).toContain('Check the spelling');
  expect(placesAndWords(warnings({ manufacturer: 'Toyotta' }))).toEqual([['manufacturer', '"Toyotta"']]);
});

it('CONT-11, CONT-12 expired entries are warnings, those that end today are not', () => {
  const offer = { id: 'a', name: 'Winter deal', description: 'x', make: 'Toyota' };
  expect(warnings({ offers: [{ ...offer, expiry: '2026-06-18' }], popup: { title: 'x' } })).toEqual([]);
  const past = {
    offers: [{ ...offer, expiry: '2026-06-17' }],
    popup: { title: 'x', expiryDate: '2026-01-01' },
  };
  expect(warnings(past).map(({ path }) => path)).toEqual(['popup.expiryDate', 'offers.0.expiry']);
});

it('LOC-14 special hours that are all in the past are a warning', () => {
  const days = (...dates: string[]) =>
    warnings({
      locations: [{ ...yard, special_hours: dates.map((date) => ({ date, status: 'Closed' as const })) }],
    });
  expect(days()).toEqual([]);
  expect(days('2025-12-25', '2026-12-25')).toEqual([]);
  expect(placesAndWords(days('2025-12-25', '2026-01-26'))).toEqual([
    ['locations.0.special_hours', `the last of ${yard.name} was 2026-01-26`],
  ]);
});

it('NAV-12 a redirect from an address of the site itself is a warning', () => {
  const redirects = (from: string) =>
    warnings({ redirects: [{ from, to: '/contact', status: 301 as const }] });
  expect(redirects('/stock.php')).toEqual([]);
  expect(redirects('/about-us').map(({ path }) => path)).toEqual(['redirects.0.from']);
});

it('CFG-15 a single drawing of the logo is a warning if it is also on a dark background', () => {
  const paths = (logo: Partial<DealerConfig['logo']>, theme: Partial<DealerConfig['theme']>) =>
    warnings({ logo: { ...dealer.logo, ...logo }, theme: { ...dealer.theme, ...theme } }).map(
      ({ path }) => path,
    );
  const light = { header: 'light', footer: 'light', dark: 'off' } as const;
  const drawn = { url: '/logos/a.svg' };
  expect(paths(drawn, light)).toEqual([]);
  for (const dark of [{ header: 'brand' }, { footer: 'dark' }, { dark: 'system' }] as const) {
    expect(paths(drawn, { ...light, ...dark })).toEqual(['logo.darkGroundUrl']);
    expect(paths({ ...drawn, darkGroundUrl: '/logos/b.svg' }, { ...light, ...dark })).toEqual([]);
    expect(paths({}, { ...light, ...dark })).toEqual([]);
  }
});

it('CONT-12 an offer is for a model of the file', () => {
  const models = [{ slug: 'mu-x', name: 'MU-X', make: 'Isuzu', features: [] }];
  const findings = (model: string) =>
    checkShowroom({ ...dealer, models, offers: [{ id: 'a', name: 'A', description: 'x', model }] });
  expect(findings('mu-x')).toEqual([]);
  expect(findings('mux')).toMatchObject([{ path: 'offers.0.model', remedy: 'Did you mean "mu-x"?' }]);
});

it('FORM-11 no destination of leads is only a warning, because leads are still stored', () => {
  const leads = { ...dealer.leads, destinations: [] };
  expect(placesAndWords(warnings({ leads }))).toEqual([
    ['leads.destinations', 'none, so leads wait in the database'],
  ]);
});

it('CFG-03 a placeholder left by a writer is a warning', () => {
  const home = { ...dealer.content.home, headline: `TODO ${'word '.repeat(700)}` };
  const paths = (changes: Partial<DealerConfig>) => warnings(changes).map(({ path }) => path);
  expect(paths({ content: { ...dealer.content, home } })).toEqual([
    'content.home.headline',
    'content.home.headline',
  ]);
  const opening_hours = yard.opening_hours.filter(({ weekday }) => weekday !== 3);
  expect(placesAndWords(warnings({ locations: [{ ...yard, opening_hours }] }))).toEqual([
    ['locations.0.opening_hours', 'none for Wednesday'],
  ]);
  const [weekend] = warnings({
    locations: [
      { ...yard, opening_hours: opening_hours.filter(({ weekday }) => weekday !== 0 && weekday !== 6) },
    ],
  });
  expect(weekend).toMatchObject({
    received: 'none for Sunday, Wednesday, Saturday',
    remedy:
      'Add the hours of those days, or { "weekday": 0, "status": "Closed" }, { "weekday": 3, "status": "Closed" }, { "weekday": 6, "status": "Closed" }.',
  });
  expect(paths({ offers: [{ id: 'a', name: 'A', description: 'x' }], manufacturer: undefined })).toEqual([
    'offers.0.make',
  ]);
});

it('CFG-03 a placeholder is one by its capitals or by its Latin, never part of a word of another language', () => {
  const received = (headline: string) =>
    warnings({ content: { ...dealer.content, home: { ...dealer.content.home, headline } } }).map(
      (warning) => warning.received,
    );
  for (const headline of ['Todo para tu coche', 'a todo terrain ute', 'MÉTODO', 'TODOS', 'The tbd band']) {
    expect(received(headline), headline).toEqual([]);
  }
  expect(received('TODO: write it')).toEqual(['a text with "TODO"']);
  expect(received('Opens TBD.')).toEqual(['a text with "TBD"']);
  expect(received('Lorem ipsum dolor')).toEqual(['a text with "Lorem ipsum"']);
});

it('CFG-20 the caravan maker Crusader is a make of the reference list', () => {
  expect(warnings({ locations: [{ ...yard, manufacturers: ['Jayco', 'Crusader'] }] })).toEqual([]);
});
