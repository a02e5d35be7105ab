import { describe, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { VEHICLE_STATUSES } from '#src/features/vehicle/vehicle.ts';
import { gateAt } from '#src/platform/routing/gates.ts';
import { demoDealers } from '../../../../tests/fixtures/demo-dealers.ts';
import { type FormCarFacts, type FormSite, formAccess, isOffered } from './form-access.ts';
import { LEAD_FORMS } from './lead-form.ts';

const FORMS = Object.keys(LEAD_FORMS) as FormName[];
const dealers = demoDealers();
const riverbend = dealers.find(({ slug }) => slug === 'riverbend') as DealerConfig;
const [dealership] = riverbend.dealerships;
if (!dealership) throw new Error('No dealership');

const ALL = { ...dealership.switches, checkout: true, reserve: true, testDrive: true, tradeIn: true };
const CAR: FormCarFacts = {
  status: 'in_stock',
  reserved: false,
  payment_processors: ['card'],
  shownPrice: { kind: 'price', cents: 3_000_000 },
};
const UNPRICED = { shownPrice: { kind: 'none', cents: null } } as const;

/** A site that has every form and no gate, but for what is changed. */
function siteWith(change: Partial<FormSite> = {}, switches: Partial<typeof ALL> = {}): FormSite {
  const pages = Object.fromEntries(
    Object.entries(riverbend.pages).map(([name, page]) => [name, { ...page, enabled: true }]),
  ) as FormSite['pages'];
  const dealerships = riverbend.dealerships.map((each) => ({ ...each, switches: { ...ALL, ...switches } }));
  return { ...riverbend, pages, dealerships, account: { ...riverbend.account, signIn: false }, ...change };
}
const without = (...names: string[]): FormSite['pages'] => ({
  ...siteWith().pages,
  ...Object.fromEntries(names.map((name) => [name, { enabled: false }])),
});
const about = (car: Partial<FormCarFacts> | 'gone', switches: Partial<typeof ALL> = {}) => ({
  car: car === 'gone' ? car : { ...CAR, ...car },
  dealership: { switches: { ...ALL, ...switches } },
});
const said = (...asked: Parameters<typeof formAccess>): string => {
  const access = formAccess(...asked);
  return access.kind === 'refused' ? access.reason : access.kind;
};

it.each(FORMS)('FORM-01 %s is open if everything is on, with and without a car', (form) => {
  expect([said(form, siteWith()), said(form, siteWith(), about({}))]).toEqual(['open', 'open']);
});

const ofType = (location_type: Location['location_type']): Location[] =>
  riverbend.locations.map((each) => ({ ...each, location_type, location_subtype: [] }));
const sales = ofType('sales');
const works = ofType('service');

it.each<[FormName, string, FormSite]>([
  ['reserve', 'no dealership has both switches', siteWith({}, { reserve: false })],
  ['reserve', 'no dealership takes reservations', siteWith({}, { checkout: false })],
  ['test-drive', 'no dealership offers test drives', siteWith({}, { testDrive: false })],
  ['test-drive', 'no location sells cars', siteWith({ locations: works })],
  [
    'test-drive',
    'no location is listed',
    siteWith({ locations: sales.map((one) => ({ ...one, visible: false })) }),
  ],
  ['request-photos', 'its switch is off', siteWith({ leads: { requestPhotos: false } })],
  ['trade-in', 'its page is off', siteWith({ pages: without('trade-in') })],
  ['sell-your-car', 'no location buys cars', siteWith({ pages: without('trade-in'), locations: sales })],
  ['careers', 'its page is off', siteWith({ pages: without('careers') })],
  [
    'finance',
    'it has neither page nor dialog',
    siteWith({
      pages: without('finance', 'personalised-finance'),
      vehiclePage: { testDriveComingSoon: true, financeInDialog: false },
    }),
  ],
  ['fleet', 'its page is off', siteWith({ pages: without('fleet') })],
  [
    'service',
    'there is no workshop',
    siteWith({ pages: without('service', 'capped-price-servicing'), locations: sales }),
  ],
  [
    'parts',
    'there are no parts',
    siteWith({
      pages: without('vehicle-parts-and-accessories', '4x4-outdoor'),
      verticals: ['cars'],
      locations: sales,
    }),
  ],
  ['reserve', 'the site is paused', siteWith({ status: { state: 'paused' } })],
  ['test-drive', 'the site is paused', siteWith({ status: { state: 'paused' } })],
])('CFG-08 %s is off if %s, for any car', (form, _why, site) => {
  expect([said(form, site), said(form, site, about({}))]).toEqual(['form_off', 'form_off']);
});

it.each<FormName>(['enquiry', 'vehicle-enquiry', 'enquire-now', 'find-similar', 'contact'])(
  'FORM-01 no switch turns %s off: an enquiry is always welcome',
  (form) => {
    const bare = siteWith(
      { pages: without(...Object.keys(riverbend.pages)), leads: { requestPhotos: false } },
      {
        checkout: false,
        reserve: false,
        testDrive: false,
        tradeIn: false,
      },
    );
    for (const status of VEHICLE_STATUSES) {
      expect(said(form, bare, about({ status, reserved: true, payment_processors: [] }))).toBe('open');
    }
  },
);

describe('a car', () => {
  it.each<[string, Partial<FormCarFacts>, Partial<typeof ALL>, string]>([
    ['in stock, free, with a processor', {}, {}, 'open'],
    ['sold', { status: 'sold' }, {}, 'car_sold'],
    ['reserved', { reserved: true }, {}, 'car_reserved'],
    ['coming soon', { status: 'coming_soon' }, {}, 'not_for_car'],
    ['without a processor', { payment_processors: [] }, {}, 'not_for_car'],
    ['without a price that is shown', UNPRICED, {}, 'not_for_car'],
    ['of a dealership without checkout', {}, { checkout: false }, 'not_for_car'],
    ['of a dealership without Reserve Now', {}, { reserve: false }, 'not_for_car'],
  ])('BUY-01 VDP-26 %s is reserved, or why it cannot be', (_what, car, switches, expected) => {
    expect(said('reserve', siteWith(), about(car, switches))).toBe(expected);
  });

  it.each<[string, Partial<FormCarFacts>, Partial<typeof ALL>, boolean, string]>([
    ['in stock', {}, {}, false, 'open'],
    ['reserved', { reserved: true }, {}, false, 'open'],
    ['sold', { status: 'sold' }, {}, true, 'car_sold'],
    ['coming soon', { status: 'coming_soon' }, {}, false, 'not_for_car'],
    ['coming soon where those are driven', { status: 'coming_soon' }, {}, true, 'open'],
    ['of a dealership without test drives', {}, { testDrive: false }, true, 'not_for_car'],
  ])('VDP-27 %s is driven, or why it cannot be', (_what, car, switches, testDriveComingSoon, expected) => {
    const site = siteWith({ vehiclePage: { testDriveComingSoon } });
    expect(said('test-drive', site, about(car, switches))).toBe(expected);
  });

  it.each(VEHICLE_STATUSES)('FIN-13 finance for a car that is %s', (status) => {
    const expected = status === 'sold' ? 'without_car' : 'open';
    expect(said('finance', siteWith(), about({ status }))).toBe(expected);
  });

  it('FIN-13 a site without a finance page has the form where it opens in a dialog', () => {
    const pages = without('finance', 'personalised-finance');
    const vehiclePage = { testDriveComingSoon: true, financeInDialog: true };
    expect(said('finance', siteWith({ pages, vehiclePage }))).toBe('open');
  });

  it.each<[string, Partial<FormCarFacts> | 'gone', Partial<typeof ALL>, string]>([
    ['in stock, free and priced', {}, {}, 'open'],
    ['sold', { status: 'sold' }, {}, 'car_sold'],
    ['gone', 'gone', {}, 'car_gone'],
    ['reserved', { reserved: true }, {}, 'car_reserved'],
    ['coming soon', { status: 'coming_soon' }, {}, 'not_for_car'],
    ['priced at 200', { shownPrice: { kind: 'price', cents: 20_000 } }, {}, 'not_for_car'],
    ['without a price that is shown', UNPRICED, {}, 'not_for_car'],
    ['of a dealership without trade-ins', {}, { tradeIn: false }, 'not_for_car'],
  ])('FORM-14 CFG-08 a trade-in against a car that is %s', (_what, car, switches, expected) => {
    expect(said('trade-in', siteWith(), about(car, switches))).toBe(expected);
  });

  it('VDP-230 VDP-236 a deal needs a vehicle that is not sold, and the setting', () => {
    expect(said('deal', siteWith(), about({ reserved: true }))).toBe('open');
    expect(said('deal', siteWith(), about({ status: 'sold' }))).toBe('car_sold');
    expect(said('deal', siteWith(), { car: 'none' })).toBe('car_missing');
    expect(said('deal', siteWith({ deals: { enabled: false } }), about({}))).toBe('form_off');
  });

  it('FORM-01 photos of a sold one cannot be requested', () => {
    expect(said('request-photos', siteWith(), about({ status: 'sold' }))).toBe('car_sold');
  });

  it.each(FORMS)(
    'FORM-11 %s about one that is gone is a lead without it, unless it is about buying it',
    (form) => {
      const isRefused = ['reserve', 'trade-in', 'deal'].includes(form);
      expect(said(form, siteWith(), about('gone'))).toBe(isRefused ? 'car_gone' : 'without_car');
    },
  );
});

describe('gates', () => {
  const OFF = { ...riverbend.account.gates, checkout: false, tradeIn: false, sellMyCar: false };
  const gated = (gates: object, tradeIn: FormSite['links']['tradeIn'] = '/trade-in') =>
    siteWith({ account: { signIn: true, gates: { ...OFF, ...gates } }, links: { tradeIn } });

  it.each<[FormName, FormSite, string]>([
    ['reserve', gated({ checkout: true }), 'checkout'],
    ['trade-in', gated({ tradeIn: true }), 'trade-in'],
    ['trade-in', gated({ sellMyCar: true }, '/sell-my-car'), 'trade-in'],
    ['sell-your-car', gated({ sellMyCar: true }), 'trade-in'],
    ['finance', gated({ equifaxFinance: true }), 'car-finance'],
  ])('AUTH-04 AUTH-07 %s requires sign-in, and pages still link to it', (form, site, type) => {
    expect(formAccess(form, site, about({}))).toEqual({ kind: 'sign_in', type });
    expect(isOffered(formAccess(form, site, about({})))).toBe(true);
    expect(said(form, { ...site, account: { ...site.account, signIn: false } }, about({}))).toBe('open');
  });

  it('AUTH-07 only these forms have gates, and a refused one requires no sign-in', () => {
    const all = gated({ checkout: true, tradeIn: true, sellMyCar: true, equifaxFinance: true });
    const asking = FORMS.filter((form) => said(form, all) === 'sign_in');
    expect(asking).toEqual(['sell-your-car', 'trade-in', 'reserve', 'finance']);
    expect(said('reserve', all, about({ status: 'sold' }))).toBe('car_sold');
  });

  it.each(dealers.map((dealer) => [dealer.slug, dealer] as const))(
    'AUTH-07 the forms of %s require the same sign-in as their pages',
    (_slug, dealer) => {
      const open = { ...siteWith(), account: dealer.account, links: dealer.links };
      const gate = (form: FormName) => {
        const access = formAccess(form, open);
        return access.kind === 'sign_in' ? access.type : undefined;
      };
      expect(gate('finance')).toBe(gateAt(dealer, dealer.links.finance));
      expect(gate('trade-in')).toBe(gateAt(dealer, dealer.links.tradeIn));
      expect(gate('reserve')).toBe(gateAt(dealer, '/cars/a-car/checkout'));
    },
  );
});
