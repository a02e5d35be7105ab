import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { numberIdentity, vinIdentity } from '#src/domain/vehicle/vehicle-identity.ts';

type NamedRow = { row: number; named: Pick<Vehicle, 'stocknum' | 'vin'> };

/**
 * Stock numbers that rows of one feed give to cars of different VINs, such as "TBC", or those of two yards: they
 * identify none of them.
 * @returns the first row with each, by the identity that is none
 */
export function sharedNumbers(rows: readonly NamedRow[]): Map<string, NamedRow> {
  const shared = new Map<string, NamedRow>();
  for (const [identity, alike] of Map.groupBy(rows, ({ named }) => numberIdentity(named))) {
    const vins = new Set(alike.flatMap(({ named }) => vinIdentity(named) ?? []));
    const [first] = alike;
    if (identity !== undefined && first && vins.size > 1) shared.set(identity, first);
  }
  return shared;
}
