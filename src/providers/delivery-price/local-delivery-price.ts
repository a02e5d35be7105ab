import { setTimeout as wait } from 'node:timers/promises';
import { dollarsToCents } from '#src/domain/money.ts';
import { LATE_MS, type ServiceFaultMode, UNAVAILABLE_IN } from '../fault-mode.ts';
import type { DeliveryPrices } from './delivery-price.ts';

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
