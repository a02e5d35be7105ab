import type { DealerConfig } from '#src/config/dealer-config.ts';
import { whatExists } from '#src/dealer-files/config-problem.ts';
import type { OverlaidVehicle } from '#src/features/stock/server/importing/stock-overlays.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Services } from '#src/server/services.ts';

/**
 * The vehicle that a person means.
 * @throws Error unless the words name exactly one; it says which stock numbers there are, or the slugs of those named
 */
export async function theVehicle<V extends Pick<OverlaidVehicle, 'id' | 'shown'>>(
  { db }: Pick<Services, 'db'>,
  found: readonly V[],
  { slug }: Pick<DealerConfig, 'slug'>,
  words: string,
): Promise<V> {
  const [vehicle, ...others] = found;
  if (!vehicle) {
    const numbers = (await presentVehicles(db, slug)).flatMap(({ stocknum }) => stocknum ?? []);
    throw new Error(
      `No vehicle of "${slug}" has the stock number, VIN or slug "${words}". ${whatExists(words, numbers)}`,
    );
  }
  if (others.length > 0) {
    const slugs = found.map(({ shown }) => shown.slug).join(', ');
    throw new Error(`"${words}" names ${found.length} vehicles. Use the slug of one: ${slugs}.`);
  }
  return vehicle;
}
