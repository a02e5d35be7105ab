import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import { makeVehicle } from './make-vehicle.ts';
import { ODDITIES } from './oddities.data.ts';
import { DEMO_PHOTOS, type PhotoLibrary } from './photos/photo-library.ts';
import { createRandom } from './random.ts';
import type { Trade } from './trade.ts';
import { yardOf } from './yard.ts';

export const DEMO_SEED = 'forecourt';

export type DemoStockOptions = {
  dealer: DealerConfig;
  /** Calendar day `YYYY-MM-DD` that ages and registrations count from. */
  today: string;
  seed?: string;
  photos?: PhotoLibrary;
};

const CAR_YARDS: readonly Trade[] = ['group', 'single-make', 'used-only'];

const oddityOf = (index: number, trade: Trade): Partial<FeedVehicle> =>
  ODDITIES.find((oddity) => oddity.index === index && (!oddity.ofCarYards || CAR_YARDS.includes(trade)))
    ?.fields ?? {};

/**
 * A yard full of vehicles, as many and of the kinds that the dealer's configuration suggests (see yard.ts).
 * The same dealer, seed, day and photos give the same vehicles.
 */
export function generateDemoStock(options: DemoStockOptions): FeedVehicle[] {
  const { dealer, today, seed = DEMO_SEED, photos = DEMO_PHOTOS } = options;
  const yard = yardOf(dealer);
  const plates = new Set<string>();
  return Array.from({ length: yard.size }, (_, index) => {
    for (let attempt = 0; ; attempt += 1) {
      const random = createRandom(`${seed}/${dealer.slug}/${index}/${attempt}`);
      const vehicle = {
        ...makeVehicle({ yard, today, photos }, index, random),
        ...oddityOf(index, yard.trade),
      };
      if (vehicle.regplate && plates.has(vehicle.regplate)) continue;
      if (vehicle.regplate) plates.add(vehicle.regplate);
      return vehicle;
    }
  });
}
