import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { type Environment, MADE_UP } from '#src/config/environment.ts';
import type { GaugeReading } from '#src/features/vehicle/price/market-price.ts';
import type { ItemType } from '#src/features/vehicle/vehicle.ts';
import { askService, type Service } from '#src/platform/external-services/service-client.ts';
import {
  LATE_MS,
  type ServiceFaultMode,
  UNAVAILABLE_IN,
} from '#src/platform/external-services/service-fault-mode.ts';
import { type Cents, centsToDollars, dollarsToCents } from '#src/platform/number/number-format.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';

export type DeliveryQuestion = { from_postcode: string; to_postcode: string; item_type: ItemType };

export type DeliveryOutcome =
  /** `name` is the region. */
  | { kind: 'priced'; price: Cents; name: string }
  | { kind: 'no_price' }
  | { kind: 'unavailable'; reason: string };

/** VDP-32: returns the price of delivering a vehicle. Returns every failure as an outcome and never rejects. */
export type DeliveryPrices = { price(question: DeliveryQuestion): Promise<DeliveryOutcome> };

const MAX_DOLLARS = 100_000;
const PriceSchema = v.object({
  price: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_DOLLARS), v.transform(dollarsToCents)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
});

/**
 * Delivery prices over HTTP. `POST {url}/v1/delivery-prices` with `{ from_postcode, to_postcode, item_type }` and the
 * key as bearer token: 200 with `{ price, name }`, dollars and the region, or 404.
 */
export const httpDeliveryPrices = (service: Service): DeliveryPrices => ({
  async price(question) {
    const answer = await askService(service, '/v1/delivery-prices', question);
    if (answer.kind === 'nothing') return { kind: 'no_price' };
    if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
    const parsed = v.safeParse(PriceSchema, answer.body);
    return parsed.success
      ? { kind: 'priced', ...parsed.output }
      : { kind: 'unavailable', reason: 'the response is not as documented' };
  },
});

/** By the first digit of a postcode, in their order around the country. */
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

/** Delivery prices inside this process: invented, by the number of regions between. */
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

export type GaugeQuestion = {
  year: number;
  make: string;
  model: string;
  badge?: string | undefined;
  nvic?: string | undefined;
  kilometres?: number | undefined;
  price: Cents;
};

export type GaugeOutcome =
  | { kind: 'read'; reading: GaugeReading }
  | { kind: 'no_data' }
  | { kind: 'unavailable'; reason: string };

/** VDP-31: compares a price with its market. Returns every failure as an outcome and never rejects. */
export type PriceGauge = { read(question: GaugeQuestion): Promise<GaugeOutcome> };

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
 * A price gauge over HTTP. `POST {url}/v1/price-gauges` with `{ year, make, model, badge?, nvic?, kilometres?, price }`
 * in dollars and the key as bearer token: 200 with `{ fill, listing_price, market_range_min, market_range_max,
 * confidence }` as far as known, or 404.
 */
export const httpPriceGauge = (service: Service): PriceGauge => ({
  async read({ price, ...rest }) {
    const answer = await askService(service, '/v1/price-gauges', { ...rest, price: centsToDollars(price) });
    if (answer.kind === 'nothing') return { kind: 'no_data' };
    if (answer.kind === 'unavailable') return { kind: 'unavailable', reason: answer.reason };
    const parsed = v.safeParse(ReadingSchema, answer.body);
    return parsed.success
      ? { kind: 'read', reading: parsed.output }
      : { kind: 'unavailable', reason: 'the response is not as documented' };
  },
});

/** Half the width of the invented market around its middle. */
const RANGE_SHARE = 0.12;
/** A model unknown to the local gauge. */
const UNKNOWN_MODEL = /^unknown$/i;

export type LocalPriceGauge = PriceGauge & { behave(faultMode: ServiceFaultMode): void };

/** From 0 to 1, the same for the same vehicle. */
function lotOf({ make, model, year, kilometres = 0 }: GaugeQuestion): number {
  const text = `${make} ${model} ${year} ${kilometres}`;
  return (
    (Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1009, 7) % 100) /
    100
  );
}

/** A price gauge inside this process: invented markets in which most prices are fair. */
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
      const fill = lotOf(question);
      // The better the price, the further it is below the middle of its market.
      const middle = price * (1 + (fill - 0.4) * RANGE_SHARE);
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

/** How long a reading is valid. */
const READING_MS = HOUR_MS;
const FAILURE_MS = MINUTE_MS;
const MOST_OUTCOMES = 2000;

/** A gauge that calls `gauge` once an hour for each vehicle and price, even for concurrent shoppers. */
export function hourlyGauge(gauge: PriceGauge, clock: Clock): PriceGauge {
  const outcomes = new LRUCache<string, Promise<GaugeOutcome>>({
    max: MOST_OUTCOMES,
    ttl: READING_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return {
    read(question) {
      const key = JSON.stringify(question);
      const known = outcomes.get(key);
      if (known) return known;
      const outcome = gauge.read(question);
      outcomes.set(key, outcome);
      void outcome.then(({ kind }) => {
        if (kind === 'unavailable') outcomes.set(key, outcome, { ttl: FAILURE_MS });
      });
      return outcome;
    },
  };
}

/** External data about a car for sale. Absent if not configured: nothing is ever invented. */
export type CarServices = { gauge?: PriceGauge; delivery?: DeliveryPrices };

type Settings = Pick<
  Environment,
  'PRICE_GAUGE_URL' | 'PRICE_GAUGE_KEY' | 'DELIVERY_PRICE_URL' | 'DELIVERY_PRICE_KEY'
>;

/** Decision 31: services over HTTP, or local ones for the demo. */
export const carServices = (env: Settings, clock: Clock): CarServices => ({
  ...(env.PRICE_GAUGE_URL && {
    gauge: hourlyGauge(
      env.PRICE_GAUGE_URL === MADE_UP
        ? localPriceGauge()
        : httpPriceGauge({ url: env.PRICE_GAUGE_URL, key: env.PRICE_GAUGE_KEY }),
      clock,
    ),
  }),
  ...(env.DELIVERY_PRICE_URL && {
    delivery:
      env.DELIVERY_PRICE_URL === MADE_UP
        ? localDeliveryPrices()
        : httpDeliveryPrices({ url: env.DELIVERY_PRICE_URL, key: env.DELIVERY_PRICE_KEY }),
  }),
});
