import type { DealerConfig } from '#src/config/dealer-config.ts';
import { accessForCar, isOffered } from '#src/features/leads/forms/form-access.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { findHits } from '#src/features/search/server/find-hits.ts';
import { isSearchUnavailable } from '#src/features/search/server/search-failure.ts';
import type { SearchServices } from '#src/features/search/server/search-vehicles.ts';

const SHOWN = 6;
/** Of no effect on test drives. */
const NO_PRICE = { kind: 'none', cents: null } as const;
/** Some may be of dealerships without test drives. */
const READ = 24;

/** @property isMatch whether they match the words; otherwise they are the best ranked */
export type DrivableCars = { cars: CardDocument[]; isMatch: boolean };

/**
 * FORM-275: vehicles to choose from for a test drive, found by a shopper's words, or the best ranked.
 * @returns none if the search is unavailable
 */
export async function drivableCars(
  services: SearchServices,
  dealer: DealerConfig,
  query: string,
): Promise<DrivableCars> {
  const { dealerships, vehiclePage } = dealer;
  const isDrivable = ({ status, reserved, dealership_slug }: CardDocument) => {
    const facts = { status, reserved, payment_processors: [], shownPrice: NO_PRICE };
    const switches = dealerships.find(({ slug }) => slug === dealership_slug)?.switches;
    const { testDriveComingSoon } = vehiclePage;
    return isOffered(accessForCar('test-drive', facts, { switches, testDriveComingSoon }));
  };
  try {
    const { found } = await findHits(services, dealer, {
      conditions: [{ facet: 'status', among: ['in_stock'] }],
      query,
      length: READ,
    });
    const cars = found.hits.filter(isDrivable).slice(0, SHOWN);
    return { cars, isMatch: cars.length > 0 && found.withoutText === undefined };
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: error.message }, 'no vehicles to choose from');
    return { cars: [], isMatch: false };
  }
}
