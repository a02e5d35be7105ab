import * as v from 'valibot';
import { expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import type { CardConfig } from '#src/config/sections/stock/vehicle-page-section.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { fixtureDealer } from '../../../../tests/fixtures/stock-site.ts';
import { presentVehicle, type ShownVehicle } from './present-vehicle.ts';

const ORIGIN = 'https://www.yard.example';
const CDN = 'https://img.example.com/{id}/v{version}?w={width}&q={quality}&fm={format}&crop={crop}';

const vehicle = {
  ...v.parse(VehicleSchema, {
    ...{ make: 'Toyota', model: 'HiLux', year: 2021, car_type: 'used', status: 'in_stock' },
    images: [{ id: 'front', version: 4 }, { id: 'rear' }],
  }),
  ...{ id: 'a1', dealer: 'yard', slug: 'hilux-a1', soldAt: null, removedAt: null },
  ...{ firstSeenAt: '2026-03-01T00:00:00.000Z', listedAt: null, updatedAt: '2026-03-01T00:00:00.000Z' },
  advertised: null,
};

function viewWith(
  images: { cdn?: string },
  { car = {}, tradeIn = true, favouritesHiddenFor = [] as CardConfig['favouritesHiddenFor'] } = {},
) {
  const location = {
    ...{ slug: 'yard', name: 'Yard', phone: '07 5550 1234' },
    address: { street: '1 Road', city: 'Dubbo', state: 'nsw', postcode: '2830' },
  };
  const dealership = {
    slug: 'yard',
    name: 'Yard',
    licenceLabel: 'LMCT',
    licenceNumber: '1',
    switches: { favourites: true, tradeIn },
  };
  const priceTypes = { new: 'drive_away', demo: 'drive_away', used: 'drive_away' };
  const shown = {
    vehicle: { ...vehicle, ...car },
    isSold: false,
    location,
    dealership,
    priceTypes,
    now: new Date('2026-03-02T00:00:00Z'),
  };
  const site = toPublicConfig(fixtureDealer('listings'));
  const pages = { ...site.pages, 'trade-in': { ...site.pages['trade-in'], enabled: true } };
  const card = { ...site.card, favouritesHiddenFor };
  return presentVehicle(shown as unknown as ShownVehicle, { ...site, pages, card, images, origin: ORIGIN });
}

it('VDP-30 the Open Graph picture is the first real photo, and there is none without photos', () => {
  expect(viewWith({}).openGraph).toMatchObject({
    ...{ 'og:type': 'product', 'og:title': expect.stringContaining('2021 Toyota HiLux') },
    ...{ 'og:url': `${ORIGIN}/cars/hilux-a1`, 'og:image': expect.stringContaining('/images/front/') },
  });
  expect(viewWith({}, { car: { images: [] } }).openGraph).not.toHaveProperty('og:image');
});

it('VDP-03 VDP-15 VDP-30 FAV-01 the picture of a vehicle with only a spin is its first frame: in link previews, header and favourites', () => {
  const spin_images = Array.from({ length: 8 }, (_, at) => ({ id: `spin-${at}` }));
  const view = viewWith({}, { car: { images: [{ id: 'placeholder' }], spin_images } });
  expect(view.openGraph).toMatchObject({ 'og:image': `${ORIGIN}/images/spin-0/v1/w1280-q75-3x2.jpg` });
  expect(JSON.stringify(view.jsonLd)).toContain(`["${ORIGIN}/images/spin-0/v1/w1280-q75-3x2.jpg"]`);
  expect(view.header.thumbnail).toBe('/images/spin-0/v1/w320-q75-3x2.webp');
  expect(view.summary.favourite?.split('\n').at(-1)).toBe('/images/spin-0/v1/w480-q75-4x3.webp');
  expect(view.pictures).toEqual([]);
});

it('CFG-22 link previews and structured data have full picture addresses, with the version of their content', () => {
  const view = viewWith({});
  expect(view.openGraph).toMatchObject({ 'og:image': `${ORIGIN}/images/front/v4/w1280-q75-3x2.jpg` });
  expect(JSON.stringify(view.jsonLd)).toContain(`"${ORIGIN}/images/rear/v1/w1280-q75-3x2.jpg"`);
  expect(view.summary.favourite?.split('\n').at(-1)).toBe('/images/front/v4/w480-q75-4x3.webp');
});

it('CFG-22 with an image CDN, link previews and structured data have no picture address of ours', () => {
  const view = viewWith({ cdn: CDN });
  expect(JSON.stringify(view)).not.toContain('/images/');
  expect(view.openGraph).toMatchObject({
    'og:image': 'https://img.example.com/front/v4?w=1280&q=75&fm=jpg&crop=3x2',
  });
  expect(view.summary.favourite).toContain('https://img.example.com/front/v4?w=480');
});

it('FORM-14 CFG-08 a trade-in is offered with a car that accepts it, if its dealership does too', () => {
  const priced = { price: 3_000_000 };
  const isOffered = (shown: { car: object; tradeIn?: boolean }) =>
    viewWith({}, shown).offers.tradeIn !== undefined;
  expect(isOffered({ car: priced })).toBe(true);
  expect(isOffered({ car: priced, tradeIn: false })).toBe(false);
  expect(isOffered({ car: { ...priced, reserved: true } })).toBe(false);
  expect(isOffered({ car: { price: undefined } })).toBe(false);
});

it('FAV-02 CARD-04 the page has no heart where the card has none', () => {
  const heartOf = (car: object, hiddenFor: CardConfig['favouritesHiddenFor']) =>
    viewWith({}, { car, favouritesHiddenFor: hiddenFor }).summary.favourite;
  const priced = { price: 4_000_000 };
  expect(heartOf(priced, ['not_used', 'no_price', 'no_images'])).not.toBeNull();
  expect(heartOf({ images: [] }, ['no_images'])).toBeNull();
  expect(heartOf({}, ['no_price'])).toBeNull();
  expect(heartOf({ car_type: 'demo' }, ['not_used'])).toBeNull();
});

it('LOC-10 SRCH-28 a private seller’s car is in the suburb of its seller, on its page as in the search', () => {
  const view = viewWith({}, { car: { private_suburb: 'Orange', city: 'Dubbo' } });
  expect(view.elsewhere).toBe('Orange');
  expect(view.titleTag).toContain('Orange');
  expect(view.directions).toContain('Orange');
  expect(viewWith({}, { car: { city: 'DUBBO' } }).elsewhere).toBeNull();
});
