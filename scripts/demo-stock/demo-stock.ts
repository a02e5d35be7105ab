import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import { makeVehicle } from './make-vehicle.ts';
import { ODDITIES } from './oddities.data.ts';
import { createRandom } from './random.ts';
import { yardOf } from './yard.ts';

export const DEMO_SEED = 'forecourt';

export type DemoStockOptions = {
  dealer: DealerConfig;
  /** Calendar day `YYYY-MM-DD` that ages and registrations count from. */
  today: string;
  seed?: string;
};

const oddityOf = (index: number): Partial<FeedVehicle> =>
  ODDITIES.find((oddity) => oddity.index === index)?.fields ?? {};

/**
 * A yard full of vehicles: about 1,150 for a dealer with makers of its own, about 350 for a used-only one.
 * The same dealer, seed and day give the same vehicles.
 */
export function generateDemoStock({ dealer, today, seed = DEMO_SEED }: DemoStockOptions): FeedVehicle[] {
  const yard = yardOf(dealer);
  const plates = new Set<string>();
  return Array.from({ length: yard.size }, (_, index) => {
    for (let attempt = 0; ; attempt += 1) {
      const random = createRandom(`${seed}/${dealer.slug}/${index}/${attempt}`);
      const vehicle = { ...makeVehicle(yard, index, today, random), ...oddityOf(index) };
      if (vehicle.regplate && plates.has(vehicle.regplate)) continue;
      if (vehicle.regplate) plates.add(vehicle.regplate);
      return vehicle;
    }
  });
}
