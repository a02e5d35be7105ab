import * as v from 'valibot';
import { expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { DealershipSchema } from '#src/config/sections/business/locations-section.ts';
import { type StockedVehicle, VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { fixtureDealer } from '../../../../tests/fixtures/stock-site.ts';
import { vehicleOffers } from './vehicle-buttons.ts';

const dealer = toPublicConfig(fixtureDealer('listings'));
const ROBOT = { autobot: { script: 'https://robot.example/robot.js' } };
const PAPERS = {
  file: 'https://reports.example/u1.pdf',
  car_analysis_url: 'https://analysis.example/u1.pdf',
};

const PRICE = { kind: 'price', cents: 4_000_000 } as const;
type Asked = {
  car?: object;
  site?: object;
  page?: object;
  switches?: object;
  price?: Parameters<typeof vehicleOffers>[3];
};

function offersOf({ car = {}, site = {}, page = {}, switches = {}, price = PRICE }: Asked = {}) {
  const vehicle = {
    ...v.parse(VehicleSchema, {
      ...{ make: 'Toyota', model: 'HiLux', year: 2021, car_type: 'used', status: 'in_stock' },
      ...{ price: 4_000_000, payment_processors: ['card'] },
      ...car,
    }),
    ...{ id: 'a1', slug: 'hilux-a1' },
  } as StockedVehicle;
  const defaults = v.parse(DealershipSchema.entries.switches, {});
  const dealership = {
    slug: 'yard',
    switches: { ...defaults, checkout: true, reserve: true, tradeIn: true, printing: true, ...switches },
  };
  const pages = { ...dealer.pages, 'trade-in': { ...dealer.pages['trade-in'], enabled: true } };
  const dealerships = dealer.dealerships.map((each) => ({ ...each, ...dealership }));
  const vehiclePage = { ...dealer.vehiclePage, ...page };
  return vehicleOffers(vehicle, dealership, { ...dealer, pages, dealerships, vehiclePage, ...site }, price);
}
const papers = (asked: Asked) => offersOf(asked).papers.map(({ label }) => label);

it('VDP-24 VDP-27 a history report is offered with a file and where the dealer allows it, as event 60', () => {
  expect(offersOf({ car: PAPERS }).history).toEqual({
    ...{ label: 'History report', href: 'https://reports.example/u1.pdf', newTab: true, eventId: 60 },
  });
  expect(papers({ car: PAPERS })).toContain('History report');
  for (const less of [{}, { car: PAPERS, page: { historyReport: false } }]) {
    expect(offersOf(less).history).toBeUndefined();
    expect(papers(less)).not.toContain('History report');
  }
});

it('VDP-20 ANL-05 following the link to the print page is event 61', () => {
  expect(offersOf().papers).toContainEqual(
    expect.objectContaining({ label: 'Print this page', newTab: true, eventId: 61 }),
  );
});

it('VDP-24 CFG-14 the analysis is offered where the plugin is present and the car has one', () => {
  const plugins = ['car_analysis'];
  expect(papers({ car: PAPERS, site: { plugins } })).toContain('Download car analysis');
  expect(papers({ car: PAPERS, site: { plugins: ['autogauge'] } })).not.toContain('Download car analysis');
  expect(papers({ site: { plugins } })).not.toContain('Download car analysis');
});

it('VDP-24 a document is a PDF of the site or an https address, and nothing else', () => {
  const hrefOf = (file: string) => offersOf({ car: { file } }).history?.href;
  expect(hrefOf('/documents/history-report.pdf')).toBe('/documents/history-report.pdf');
  for (const other of [
    ...[
      'javascript:alert(1)',
      'http://reports.example/a.pdf',
      '//reports.example/a.pdf',
      'a.pdf',
      '/a.pdf?x',
    ],
    ...['/documents/page.html', '/documents/\\evil.example/a.pdf', 'yes'],
  ])
    expect(hrefOf(other), other).toBeUndefined();
});

it('VDP-26 a message robot replaces the enquiry on a car that can be reserved, but not with Podium', () => {
  const main = (asked: Asked) => offersOf(asked).main;
  expect(main({ site: ROBOT })).toEqual({
    ...{ label: 'Instant Message', href: '/enquire/enquire-now?car_id=a1', script: ROBOT.autobot.script },
  });
  const enquiry = { label: 'Enquire Now', href: '/enquire/enquire-now?car_id=a1' };
  expect(main({})).toEqual(enquiry);
  expect(main({ site: { ...ROBOT, podium: { enabled: true } } })).toEqual(enquiry);
  for (const car of [{ payment_processors: [] }, { reserved: true }, { status: 'coming_soon' }])
    expect(main({ site: ROBOT, car })).toEqual(enquiry);
});

it('VDP-15 VDP-26 reserving is offered with its amount beside the price, and without it in the bar', () => {
  const { reserve, reserveInBar } = offersOf();
  expect(reserve?.label).toBe('Reserve Now $200');
  expect(reserveInBar).toEqual({ label: 'Reserve Car Now', href: reserve?.href });
  for (const less of [{ car: { payment_processors: [] } }, { switches: { reserve: false } }])
    expect(offersOf(less)).toMatchObject({ reserve: undefined, reserveInBar: undefined });
});

it('CARD-05 a test-drive-only car offers the test drive in place of the enquiry, once', () => {
  const car = { tag: 'test drive ONLY', payment_processors: [] };
  const drive = { label: 'Book a Test Drive', href: '/enquire/test-drive?car_id=a1' };
  expect(offersOf({ car }).main).toEqual(drive);
  expect(offersOf({ car }).actions).not.toContainEqual(drive);
  expect(offersOf({ car, site: ROBOT }).main).toEqual(drive);
  expect(offersOf().actions).toContainEqual(drive);
  const { main, actions } = offersOf({ car, switches: { testDrive: false } });
  expect([main, ...actions].map(({ label }) => label)).not.toContain('Book a Test Drive');
  expect(main.label).toBe('Enquire Now');
});

it('VDP-27 a trade-in is offered where its dealership allows it', () => {
  expect(offersOf().tradeIn?.href).toBe('/cars/trade-in?car_id=a1');
  expect(offersOf({ switches: { tradeIn: false } }).tradeIn).toBeUndefined();
});

it('CFG-16 a vehicle that is sold by the week is not offered on a loan', () => {
  const page = { financeInDialog: true };
  expect(offersOf({ page }).finance).toBeDefined();
  const byTheWeek = offersOf({ page, price: { kind: 'subscription', cents: 20_900 } });
  expect(byTheWeek.finance).toBeUndefined();
  expect(byTheWeek.actions.map(({ label }) => label)).not.toContain(dealer.card.financeWording);
});
