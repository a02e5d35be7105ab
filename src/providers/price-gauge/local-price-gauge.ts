import { setTimeout as wait } from 'node:timers/promises';
import { LATE_MS, type ServiceFaultMode, UNAVAILABLE_IN } from '../fault-mode.ts';
import type { GaugeQuestion, PriceGauge } from './price-gauge.ts';

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
