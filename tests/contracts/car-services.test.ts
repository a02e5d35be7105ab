import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { distanceKm } from '#src/features/locations/distance.ts';
import { type Geocoding, httpGeocoding, localGeocoding } from '#src/features/locations/server/geocoding.ts';
import {
  type DeliveryPrices,
  httpDeliveryPrices,
  httpPriceGauge,
  localDeliveryPrices,
  localPriceGauge,
  type PriceGauge,
} from '#src/features/vehicle/server/cost-services.ts';
import type { ServiceFaultMode } from '#src/platform/external-services/service-fault-mode.ts';
import { SERVICE_KEY, startCarServicesServer } from '../fixtures/car-services-server.ts';
import { SERVICE_TIMEOUT_MS } from '../fixtures/patience.ts';

type Tested = {
  gauge: PriceGauge;
  delivery: DeliveryPrices;
  geocoding: Geocoding;
  behave(faultMode: ServiceFaultMode): void;
  stop(): Promise<void>;
};

const CAR = { year: 2021, make: 'Toyota', model: 'HiLux', kilometres: 60_000, price: 3_299_000 };
const PLACES = { from_postcode: '4006', to_postcode: '2000', item_type: 'car' } as const;

async function overHttp(): Promise<Tested> {
  const server = await startCarServicesServer();
  const service = { url: server.url, key: SERVICE_KEY, timeoutMs: SERVICE_TIMEOUT_MS };
  return {
    ...server,
    gauge: httpPriceGauge(service),
    delivery: httpDeliveryPrices(service),
    geocoding: httpGeocoding(service),
  };
}

async function inProcess(): Promise<Tested> {
  const [gauge, delivery, geocoding] = [localPriceGauge(), localDeliveryPrices(), localGeocoding()];
  const behave = (faultMode: ServiceFaultMode) => {
    gauge.behave(faultMode);
    delivery.behave(faultMode);
    geocoding.behave(faultMode);
  };
  return { gauge, delivery, geocoding, behave, stop: async () => {} };
}

describe.each([
  ['over HTTP', overHttp],
  ['in process', inProcess],
])('%s', (_name, start) => {
  let at: Tested;
  beforeEach(async () => {
    at = await start();
  });
  afterEach(() => at.stop());

  it.each(['answers', 'late'] as const)(
    'VDP-31 a gauge that %s reads a price in whole cents',
    async (faultMode) => {
      at.behave(faultMode);
      const outcome = await at.gauge.read(CAR);
      expect(outcome.kind).toBe('read');
      if (outcome.kind !== 'read') return;
      const { fill = -1, confidence = -1, ...amounts } = outcome.reading;
      expect(Object.keys(amounts).sort()).toEqual(['listing_price', 'market_range_max', 'market_range_min']);
      for (const amount of Object.values(amounts)) expect(Number.isInteger(amount)).toBe(true);
      for (const share of [fill, confidence]) expect(share >= 0 && share <= 1).toBe(true);
      expect(await at.gauge.read(CAR)).toEqual(outcome);
    },
  );

  it.each(['answers', 'late'] as const)(
    'VDP-32 a delivery that %s has a price and a region',
    async (faultMode) => {
      at.behave(faultMode);
      const outcome = await at.delivery.price(PLACES);
      expect(outcome).toMatchObject({ kind: 'priced', name: expect.stringMatching(/\w/) });
      expect(outcome.kind === 'priced' && Number.isInteger(outcome.price)).toBe(true);
    },
  );

  it.each(['answers', 'late'] as const)(
    'LOC-11 a geocoder that %s says where an address is',
    async (faultMode) => {
      at.behave(faultMode);
      const outcome = await at.geocoding.locate('418 Wickham Street, Fortitude Valley QLD 4006');
      expect(outcome.kind).toBe('found');
      if (outcome.kind !== 'found') return;
      expect(distanceKm(outcome.point, { lat: -27.4549, lng: 153.0343 })).toBeLessThan(3);
    },
  );

  it.each([
    ['busy', 'HTTP 429'],
    ['fails', 'HTTP 500'],
    ['silent', 'no response in time'],
  ] as const)('LOC-11 a geocoder that %s is unavailable, and says why', async (faultMode, reason) => {
    at.behave(faultMode);
    expect(await at.geocoding.locate('Toowoomba QLD 4350')).toEqual({ kind: 'unavailable', reason });
  });

  it('LOC-11 an address that is nowhere is nowhere', async () => {
    at.behave('finds-nothing');
    expect(await at.geocoding.locate('Nowhere 9998')).toEqual({ kind: 'nowhere' });
  });

  it.each([
    ['busy', 'HTTP 429'],
    ['fails', 'HTTP 500'],
    ['silent', 'no response in time'],
  ] as const)(
    'VDP-31 VDP-32 a service that %s is unavailable, with the reason',
    async (faultMode, reason) => {
      at.behave(faultMode);
      const outcomes = await Promise.all([at.gauge.read(CAR), at.delivery.price(PLACES)]);
      expect(outcomes).toEqual([
        { kind: 'unavailable', reason },
        { kind: 'unavailable', reason },
      ]);
    },
  );

  it('VDP-31 VDP-32 a service that finds nothing reports it', async () => {
    at.behave('finds-nothing');
    expect(await at.gauge.read(CAR)).toEqual({ kind: 'no_data' });
    expect(await at.delivery.price(PLACES)).toEqual({ kind: 'no_price' });
  });
});

it('VDP-31 VDP-32 services over HTTP get documented requests in dollars; invalid responses are refused', async () => {
  const server = await startCarServicesServer();
  const service = { url: server.url, key: SERVICE_KEY, timeoutMs: SERVICE_TIMEOUT_MS };
  expect(await httpPriceGauge(service).read({ ...CAR, average: 3_400_000 })).toEqual({
    kind: 'read',
    reading: {
      ...{ fill: 0.7, listing_price: 3_299_000, market_range_min: 3_100_050, market_range_max: 3_800_000 },
      confidence: 0.8,
    },
  });
  expect(await httpDeliveryPrices(service).price(PLACES)).toEqual({
    ...{ kind: 'priced', price: 44_950, name: 'Brisbane Metro' },
  });
  expect(server.asked).toEqual([{ ...CAR, price: 32_990 }, PLACES]);
  server.behave('talks-nonsense');
  expect(await httpPriceGauge(service).read(CAR)).toMatchObject({ kind: 'unavailable' });
  expect(await httpDeliveryPrices(service).price(PLACES)).toMatchObject({ kind: 'unavailable' });
  await server.stop();
});
