import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { type Environment, SIMULATED } from '#src/config/environment.ts';
import type { GaugeReading } from '#src/features/vehicle/price/market-price.ts';
import type { ItemType } from '#src/features/vehicle/vehicle.ts';
import { callService, type Service } from '#src/platform/external-services/service-client.ts';
import {
  LATE_MS,
  type ServiceFaultMode,
  UNAVAILABLE_IN,
} from '#src/platform/external-services/service-fault-mode.ts';
import { type Cents, centsToDollars, clamp, dollarsToCents } from '#src/platform/number/number-format.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';

export type DeliveryRequest = { from_postcode: string; to_postcode: string; item_type: ItemType };

export type DeliveryOutcome =
  /** `name` is the region. */
  | { kind: 'priced'; price: Cents; name: string }
  | { kind: 'no_price' }
  | { kind: 'unavailable'; reason: string };

/** VDP-32. Never rejects: failures are outcomes. */
export type DeliveryPrices = { price(question: DeliveryRequest): Promise<DeliveryOutcome> };

const MAX_DOLLARS = 100_000;
const PriceSchema = v.object({
  price: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DOLLARS), v.transform(dollarsToCents)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
});

/**
 * `POST {url}/v1/delivery-prices` with `{ from_postcode, to_postcode, item_type }` and the key as bearer token: 200 with
 * `{ price, name }`, dollars and the region, or 404.
 */
export const httpDeliveryPrices = (service: Service): DeliveryPrices => ({
  async price(question) {
    const response = await callService(service, '/v1/delivery-prices', question);
    if (response.kind === 'nothing') return { kind: 'no_price' };
    if (response.kind === 'unavailable') return { kind: 'unavailable', reason: response.reason };
    const parsed = v.safeParse(PriceSchema, response.body);
    return parsed.success
      ? { kind: 'priced', ...parsed.output }
      : { kind: 'unavailable', reason: 'the response is not as documented' };
  },
});

/** By the first digit of a postcode, in geographical order. */
const REGIONS: ReadonlyMap<string, string> = new Map([
  ['0', 'Northern Territory'],
  ['4', 'Queensland'],
  ['2', 'New South Wales and ACT'],
  ['3', 'Victoria'],
  ['7', 'Tasmania'],
  ['5', 'South Australia'],
  ['6', 'Western Australia'],
]);
const ORDER = [...REGIONS.keys()];
const SAME_REGION_DOLLARS = 190;
const EACH_REGION_DOLLARS = 420;
const LARGE = new Set(['truck', 'caravan']);
const LARGE_FACTOR = 2;

export type LocalDeliveryPrices = DeliveryPrices & { behave(faultMode: ServiceFaultMode): void };

/** A fake for the demo: prices depend on the number of regions in between. */
export function localDeliveryPrices(): LocalDeliveryPrices {
  let faultMode: ServiceFaultMode = 'answers';
  return {
    behave: (next) => {
      faultMode = next;
    },
    async price({ from_postcode, to_postcode, item_type }) {
      const reason = UNAVAILABLE_IN[faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      const [from, to] = [from_postcode, to_postcode].map((postcode) => ORDER.indexOf(postcode.charAt(0)));
      const name = REGIONS.get(to_postcode.charAt(0));
      if (faultMode === 'finds-nothing' || name === undefined || from === undefined || to === undefined)
        return { kind: 'no_price' };
      const dollars = SAME_REGION_DOLLARS + EACH_REGION_DOLLARS * Math.abs(from - to);
      return {
        kind: 'priced',
        price: dollarsToCents(dollars * (LARGE.has(item_type) ? LARGE_FACTOR : 1)),
        name,
      };
    },
  };
}

export type GaugeRequest = {
  year: number;
  make: string;
  model: string;
  badge?: string | undefined;
  nvic?: string | undefined;
  kilometres?: number | undefined;
  price: Cents;
  /** Of the feed. Not sent to a service, which has its own market; the fake is made of it. */
  average?: Cents | undefined;
};

export type GaugeOutcome =
  | { kind: 'read'; reading: GaugeReading }
  | { kind: 'no_data' }
  | { kind: 'unavailable'; reason: string };

/** VDP-31: compares a price with the market. Never rejects: failures are outcomes. */
export type PriceGauge = { read(question: GaugeRequest): Promise<GaugeOutcome> };

const share = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
const cents = v.optional(
  v.pipe(v.number(), v.minValue(0), v.maxValue(10_000_000), v.transform(dollarsToCents)),
);

const ReadingSchema = v.object({
  fill: share,
  listing_price: cents,
  market_range_min: cents,
  market_range_max: cents,
  confidence: share,
});

/**
 * `POST {url}/v1/price-gauges` with `{ year, make, model, badge?, nvic?, kilometres?, price }` in dollars and the key as
 * bearer token: 200 with `{ fill, listing_price, market_range_min, market_range_max, confidence }`, each optional, or 404.
 */
export const httpPriceGauge = (service: Service): PriceGauge => ({
  async read({ price, average: _, ...rest }) {
    const response = await callService(service, '/v1/price-gauges', {
      ...rest,
      price: centsToDollars(price),
    });
    if (response.kind === 'nothing') return { kind: 'no_data' };
    if (response.kind === 'unavailable') return { kind: 'unavailable', reason: response.reason };
    const parsed = v.safeParse(ReadingSchema, response.body);
    return parsed.success
      ? { kind: 'read', reading: parsed.output }
      : { kind: 'unavailable', reason: 'the response is not as documented' };
  },
});

/** Half the width of the fake market range. */
const RANGE_SHARE = 0.12;
/** Simulates a model without data. */
const UNKNOWN_MODEL = /^unknown$/i;

export type LocalPriceGauge = PriceGauge & { behave(faultMode: ServiceFaultMode): void };

/** A hash of the vehicle, from 0 to 1. */
function fakeRating({ make, model, year, kilometres = 0 }: GaugeRequest): number {
  const text = `${make} ${model} ${year} ${kilometres}`;
  return (
    (Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1009, 7) % 100) /
    100
  );
}

type Market = { middle: Cents; fill: number };

/** The better the rating, the further the price is below the middle of the range. */
function fakeMarket(question: GaugeRequest): Market {
  const { price, average } = question;
  if (average === undefined) {
    const fill = fakeRating(question);
    return { middle: price * (1 + (fill - 0.4) * RANGE_SHARE), fill };
  }
  const share = (price / average - (1 - RANGE_SHARE)) / (2 * RANGE_SHARE);
  return { middle: average, fill: 1 - clamp(share, { min: 0, max: 1 }) };
}

/** A fake for the demo, in which most prices are fair, around the market average of the feed where it has one. */
export function localPriceGauge(): LocalPriceGauge {
  let faultMode: ServiceFaultMode = 'answers';
  return {
    behave: (next) => {
      faultMode = next;
    },
    async read(question) {
      const reason = UNAVAILABLE_IN[faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      if (faultMode === 'finds-nothing' || UNKNOWN_MODEL.test(question.model)) return { kind: 'no_data' };
      const { price } = question;
      const { middle, fill } = fakeMarket(question);
      return {
        kind: 'read',
        reading: {
          fill,
          listing_price: price,
          market_range_min: Math.round(middle * (1 - RANGE_SHARE)),
          market_range_max: Math.round(middle * (1 + RANGE_SHARE)),
          confidence: 0.1 + 0.9 * fill,
        },
      };
    },
  };
}

const READING_MS = HOUR_MS;
const FAILURE_MS = MINUTE_MS;
const MAX_OUTCOMES = 2000;

/** Caches readings by vehicle and price; concurrent requests share one call. */
export function cachedGauge(gauge: PriceGauge, clock: Clock): PriceGauge {
  const outcomes = new LRUCache<string, Promise<GaugeOutcome>>({
    max: MAX_OUTCOMES,
    ttl: READING_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return {
    read(question) {
      const key = JSON.stringify(question);
      const cached = outcomes.get(key);
      if (cached) return cached;
      const outcome = gauge.read(question);
      outcomes.set(key, outcome);
      void outcome.then(({ kind }) => {
        if (kind === 'unavailable') outcomes.set(key, outcome, { ttl: FAILURE_MS });
      });
      return outcome;
    },
  };
}

/** A service is absent if not configured. */
export type CarServices = { gauge?: PriceGauge; delivery?: DeliveryPrices };

type Settings = Pick<
  Environment,
  'PRICE_GAUGE_URL' | 'PRICE_GAUGE_KEY' | 'DELIVERY_PRICE_URL' | 'DELIVERY_PRICE_KEY'
>;

/** Decision 31: HTTP services, or fakes for the demo. */
export const carServices = (env: Settings, clock: Clock): CarServices => ({
  ...(env.PRICE_GAUGE_URL && {
    gauge: cachedGauge(
      env.PRICE_GAUGE_URL === SIMULATED
        ? localPriceGauge()
        : httpPriceGauge({ url: env.PRICE_GAUGE_URL, key: env.PRICE_GAUGE_KEY }),
      clock,
    ),
  }),
  ...(env.DELIVERY_PRICE_URL && {
    delivery:
      env.DELIVERY_PRICE_URL === SIMULATED
        ? localDeliveryPrices()
        : httpDeliveryPrices({ url: env.DELIVERY_PRICE_URL, key: env.DELIVERY_PRICE_KEY }),
  }),
});
