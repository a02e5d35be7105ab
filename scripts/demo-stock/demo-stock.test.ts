import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Vertical } from '#src/config/sections/stock/stock-terms.ts';
import { readLenderEntries, withCents } from '#src/features/stock/mapping/structured-cells.ts';
import {
  BODY_TYPES,
  type CarType,
  type ItemType,
  VEHICLE_STATUSES,
  VehicleSchema,
} from '#src/features/vehicle/vehicle.ts';
import { addDays } from '#src/platform/time/calendar-date.ts';
import { all, made, stockOf, stocks, TODAY } from '../../tests/fixtures/generated-stock.ts';
import { generateDemoStock } from './demo-stock.ts';
import { feedText } from './feed-file.ts';
import { asPicture, type FeedVehicle } from './feed-vehicle.ts';
import { withCheckDigit } from './make-vehicle.ts';
import { CATALOGUE } from './model-catalogue.ts';

const ITEM_OF_VERTICAL: Readonly<Partial<Record<Vertical, ItemType>>> = {
  cars: 'car',
  trucks: 'truck',
  motorcycles: 'motorcycle',
  caravans: 'caravan',
};

const inCents = (dollars: number | undefined) => (dollars === undefined ? undefined : dollars * 100);

/** As an importer would read it: dollars become cents, ids become pictures. */
const imported = (vehicle: FeedVehicle) => ({
  ...vehicle,
  price: inCents(vehicle.price),
  before_price: inCents(vehicle.before_price),
  offer_price: inCents(vehicle.offer_price),
  subscription_price: inCents(vehicle.subscription_price),
  autograb_data: withCents(vehicle.autograb_data),
  youxQuote: withCents(vehicle.youxQuote),
  finance_lenders: readLenderEntries(JSON.stringify(vehicle.finance_lenders ?? {})).value,
  images: vehicle.images.map(asPicture),
});

describe('stock', () => {
  test('PLAT-03 the same day and seed give the same bytes, another seed different ones', () => {
    for (const { dealer, stock } of stocks) {
      const { feed } = dealer.stock;
      if (!feed) throw new Error(`${dealer.slug} has no feed`);
      const again = generateDemoStock({ dealer, ...made });
      expect(feedText(again, feed)).toBe(feedText(stock, feed));
      expect(feedText(generateDemoStock({ dealer, ...made, seed: 'x' }), feed)).not.toBe(
        feedText(stock, feed),
      );
    }
  });

  test('SRCH-28 every vehicle is one the platform accepts', () => {
    for (const vehicle of all) {
      const parsed = v.safeParse(VehicleSchema, imported(vehicle));
      expect(parsed.success, `${vehicle.stocknum}: ${parsed.issues?.[0].message}`).toBe(true);
    }
  });

  test('PLAT-03 the group holds about 1,150 vehicles and the yard about 350 used ones', () => {
    expect(stockOf('riverbend')).toHaveLength(1150);
    expect(stockOf('kookaburra-cars')).toHaveLength(350);
    expect(new Set(stockOf('kookaburra-cars').map((car) => car.car_type))).toEqual(new Set(['used']));
  });

  test.each([
    ['aldermoor', 120],
    ['brightkey', 60],
    ['ironbark-trucks', 70],
    ['limestone-motorcycles', 90],
    ['longpaddock-caravans', 80],
    ['ridgeline-isuzu', 160],
  ])('PLAT-03 %s holds %i vehicles', (slug, size) => {
    expect(stockOf(slug)).toHaveLength(size);
  });

  test('CFG-13 a dealer stocks its verticals, the main one most', () => {
    for (const { dealer, stock } of stocks) {
      const traded = dealer.verticals.flatMap((vertical) => ITEM_OF_VERTICAL[vertical] ?? []);
      const held = new Set(stock.map((vehicle) => vehicle.item_type));
      expect([...held].sort(), dealer.slug).toEqual([...traded].sort());
      const ofMain = stock.filter(({ item_type }) => item_type === traded[0]);
      expect(ofMain.length, dealer.slug).toBeGreaterThan(stock.length / 2);
    }
  });

  test('CFG-13 only caravans state towing and sleeping figures', () => {
    for (const vehicle of all) {
      const { body_length, body_width, tare_weight, aggregate_trailer_mass, axle_type } = vehicle;
      const stated = [body_width, tare_weight, aggregate_trailer_mass, axle_type];
      const isTowed = vehicle.item_type === 'caravan';
      expect(stated.every((fact) => (fact !== undefined) === isTowed)).toBe(true);
      if (isTowed) {
        expect(body_length, 'feet').toBeGreaterThan(9);
        expect(body_length, 'feet').toBeLessThan(30);
        expect(body_width, 'feet').toBeLessThan(9);
        expect(vehicle.sleeps).toBeGreaterThan(0);
      }
    }
  });

  test('CFG-06 the dealer of one make has new and demo vehicles of it, and used ones of many', () => {
    for (const { dealer, stock } of stocks) {
      if (dealer.manufacturer === undefined) continue;
      const notUsed = stock.filter(({ car_type }) => car_type !== 'used');
      expect(new Set(notUsed.map(({ make }) => make))).toEqual(new Set([dealer.manufacturer]));
      const used = stock.filter(({ car_type }) => car_type === 'used');
      expect(new Set(used.map(({ make }) => make)).size).toBeGreaterThan(10);
    }
  });

  test('CFG-13 a prestige dealer stocks only the makes of its locations', () => {
    const { dealer } = stocks.find((yard) => yard.dealer.slug === 'aldermoor') ?? {};
    const makes = dealer?.locations.flatMap(({ manufacturers }) => manufacturers) ?? [];
    const stock = stockOf('aldermoor');
    expect([...new Set(stock.map(({ make }) => make))].sort()).toEqual([...new Set(makes)].sort());
    expect(new Set(stock.map(({ car_type }) => car_type))).toEqual(new Set(['demo', 'used']));
    const prices = stock.flatMap(({ price }) => price ?? []).sort((a, b) => a - b);
    expect(prices[Math.floor(prices.length / 2)]).toBeGreaterThan(60_000);
  });

  test('CFG-13 specialist vehicles are in no other yard', () => {
    const namesOf = (rows: readonly { make: string; model: string }[]) =>
      new Set(rows.map(({ make, model }) => `${make} ${model}`));
    const rare = namesOf(CATALOGUE.filter(({ soldBy }) => soldBy !== undefined));
    const common = namesOf(CATALOGUE.filter(({ soldBy }) => soldBy === undefined));
    const heldBy = (slug: string) =>
      [...namesOf(stockOf(slug))].filter((name) => rare.has(name) && !common.has(name)).length;
    for (const slug of ['riverbend', 'kookaburra-cars', 'ridgeline-isuzu', 'brightkey'])
      expect(heldBy(slug), slug).toBe(0);
    for (const slug of ['aldermoor', 'ironbark-trucks', 'limestone-motorcycles', 'longpaddock-caravans'])
      expect(heldBy(slug), slug).toBeGreaterThan(5);
  });

  test('CFG-16 in a subscription dealer’s stock cars have a weekly price or are sold outright, elsewhere few', () => {
    for (const { dealer, stock } of stocks) {
      const weekly = stock.flatMap(({ subscription_price }) => subscription_price ?? []);
      if (!dealer.subscription) {
        expect(weekly.length / stock.length, dealer.slug).toBeLessThan(0.1);
        continue;
      }
      expect(weekly.length / stock.length).toBeGreaterThan(0.75);
      expect(weekly.length).toBeLessThan(stock.length);
      expect(stock.every(({ price }) => price !== undefined)).toBe(true);
      expect(weekly.every((dollars) => dollars >= 99 && dollars <= 600 && dollars % 10 === 9)).toBe(true);
    }
  });

  test('SRCH-28 every VIN is unique, well formed and has the right check digit', () => {
    for (const { stock } of stocks) expect(new Set(stock.map(({ vin }) => vin)).size).toBe(stock.length);
    for (const { vin = '' } of all) {
      expect(vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/);
      expect(withCheckDigit(vin)).toBe(vin);
    }
  });

  test('SRCH-28 stock numbers and plates are unique within a yard', () => {
    for (const { stock } of stocks) {
      expect(new Set(stock.map(({ stocknum }) => stocknum)).size).toBe(stock.length);
      const plates = stock.flatMap(({ regplate }) => regplate ?? []);
      expect(new Set(plates).size).toBe(plates.length);
    }
  });

  test.each<[string, (car: FeedVehicle) => boolean, number]>([
    ...VEHICLE_STATUSES.map((s): [string, (car: FeedVehicle) => boolean, number] => [
      `status ${s}`,
      (car) => car.status === s,
      20,
    ]),
    ...(['new', 'demo', 'used'] satisfies CarType[]).map(
      (t): [string, (car: FeedVehicle) => boolean, number] => [`type ${t}`, (car) => car.car_type === t, 80],
    ),
    ...(['car', 'truck', 'motorcycle', 'caravan'] as const).map(
      (t): [string, (car: FeedVehicle) => boolean, number] => [`item ${t}`, (car) => car.item_type === t, 20],
    ),
    ['reserved', (car) => car.reserved === true, 5],
    ['certified', (car) => car.certified === true, 20],
    ['electric', (car) => car.simple_fuel === 'Electric', 30],
    ['hybrid', (car) => car.simple_fuel === 'Hybrid', 30],
    ['offer price', (car) => (car.offer_price ?? 0) > 0 && car.offer_price !== car.price, 10],
    ['before price', (car) => (car.before_price ?? 0) > (car.price ?? 0), 30],
    ['preorder without price', (car) => car.preorder === true && car.price === undefined, 3],
    ['price on request', (car) => !car.preorder && car.price === undefined, 5],
    ['placeholder price', (car) => car.price === 1, 1],
    ['subscription price', (car) => (car.subscription_price ?? 0) > 0, 10],
    ['Test Drive Only', (car) => car.tag === 'Test Drive Only', 3],
    ['Runout Sale', (car) => car.tag === 'Runout Sale', 10],
    ['no photo', (car) => car.images.length === 0, 20],
    ['one photo', (car) => car.images.length === 1, 20],
    ['five photos and more', (car) => car.images.length >= 5, 1000],
    ['hidden from the website', (car) => car.show_on_dealer_website === false, 2],
    ['long badge', (car) => (car.badge?.length ?? 0) > 80, 1],
    ['featured', (car) => (car.custom_rank ?? 0) > 0, 5],
  ])('SRCH-28 some vehicles are: %s', (_name, is, atLeast) => {
    expect(all.filter(is).length).toBeGreaterThanOrEqual(atLeast);
  });

  test('SRCH-26 every body type is in stock somewhere', () => {
    const bodies = new Set(all.flatMap((car) => [car.simple_body, ...(car.other_bodies ?? [])]));
    expect(BODY_TYPES.filter((body) => !bodies.has(body))).toEqual([]);
  });

  test('SRCH-28 prices, kilometres and years are plausible', () => {
    const thisYear = 2026;
    for (const car of all) {
      const name = `${car.stocknum} ${car.year} ${car.make} ${car.model}`;
      expect(car.year, name).toBeGreaterThanOrEqual(thisYear - 14);
      expect(car.year, name).toBeLessThanOrEqual(thisYear);
      if (car.car_type !== 'used') expect(car.year, name).toBeGreaterThanOrEqual(thisYear - 2);
      if (car.price !== undefined && car.price !== 1) {
        expect(car.price, name).toBeGreaterThanOrEqual(2990);
        expect(car.price, name).toBeLessThanOrEqual(340_000);
      }
      if (car.car_type === 'new') expect(car.km ?? 0, name).toBeLessThan(50);
      if (car.car_type === 'demo') expect(car.km ?? 0, name).toBeLessThan(8000);
      const years = thisYear - car.year + 1;
      expect(car.km ?? 0, name).toBeLessThan(years * 36_000);
      expect(car.km === undefined, name).toBe(car.item_type === 'caravan');
      expect(car.regplate === undefined, name).toBe(car.car_type === 'new' && car.regplate === undefined);
    }
  });

  test('CARD-03 some vehicles are new arrivals, most are not, none was listed before it was built', () => {
    const arrivals = all.filter((car) => (car.created_at ?? '') > '2026-11-13');
    expect(arrivals.length).toBeGreaterThan(80);
    expect(arrivals.length).toBeLessThan(350);
    for (const car of all) {
      const [month, year] = (car.build_date ?? '').split('/');
      expect((car.created_at ?? '') <= TODAY, car.stocknum).toBe(true);
      expect((car.created_at ?? '').slice(0, 7) >= `${year}-${month}`, car.stocknum).toBe(true);
    }
  });

  test('CONT-01 only cars up to five years old are certified', () => {
    for (const { certified, item_type, simple_body, year, stocknum } of all) {
      if (!certified) continue;
      expect([item_type, simple_body === 'motorhome'], stocknum).toEqual(['car', false]);
      expect(year, stocknum).toBeGreaterThanOrEqual(2021);
    }
  });

  test('SRCH-25 the dealer of one make recommends its own, and nothing without a price is recommended', () => {
    for (const { dealer, stock } of stocks) {
      const recommended = stock.filter(({ custom_rank }) => custom_rank !== undefined);
      expect(
        recommended.filter(({ price }) => price === undefined),
        dealer.slug,
      ).toEqual([]);
      if (dealer.manufacturer === undefined) continue;
      expect(recommended.length).toBeGreaterThan(5);
      expect(new Set(recommended.map(({ make }) => make))).toEqual(new Set([dealer.manufacturer]));
    }
  });

  test('SRCH-28 no truck is said to tow a boat or a caravan', () => {
    const texts = all.flatMap(({ item_type, dealercomments }) =>
      item_type === 'truck' && dealercomments ? [dealercomments] : [],
    );
    expect(texts.filter((text) => text.includes('the boat or the van'))).toEqual([]);
    const towers = all.filter(({ dealercomments }) => dealercomments?.includes('the boat or the van'));
    expect(Math.min(...towers.map(({ towingcapacitybraked = 0 }) => towingcapacitybraked))).toBeGreaterThan(
      2000,
    );
    expect(texts.some((text) => /Rated to tow [\d,]+ kg braked\./.test(text))).toBe(true);
  });

  test('SRCH-28 no vehicle still to come is said to be here', () => {
    const texts = all.flatMap(({ status, dealercomments }) =>
      status === 'coming_soon' && dealercomments ? [dealercomments] : [],
    );
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /in stock|here now|on the floor|landed|in the yard/i.test(text))).toEqual(
      [],
    );
  });

  test('CARD-03 fewer than half of the vehicles of a dealer’s first page are new arrivals', () => {
    for (const { dealer, stock } of stocks) {
      const listed = stock
        .filter(({ status, show_on_dealer_website = true }) => status !== 'sold' && show_on_dealer_website)
        .sort((a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? ''))
        .sort((a, b) => (b.custom_rank ?? 0) - (a.custom_rank ?? 0))
        .slice(0, 21);
      const since = addDays(TODAY, -dealer.card.newArrivalDays);
      const arrived = listed.filter(({ created_at = '' }) => created_at > since);
      expect(arrived.length, dealer.slug).toBeLessThan(11);
    }
  });

  test('LOC-13 new and demo vehicles are where their make is sold, none at a workshop', () => {
    for (const { dealer, stock } of stocks) {
      for (const car of stock) {
        const place = dealer.locations.find(({ slug }) => slug === car.location_slug);
        expect(place?.location_type).not.toContain('service');
        expect(place?.dealership).toBe(car.dealership_slug);
        if (car.car_type !== 'used') expect(place?.manufacturers).toContain(car.make);
      }
    }
  });

  test('SRCH-28 descriptions vary and leave no blank unfilled', () => {
    const texts = all.flatMap(({ dealercomments }) => dealercomments ?? []);
    expect(texts.filter((text) => /[{}]|undefined|NaN/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBeGreaterThan(texts.length * 0.95);
  });
});
