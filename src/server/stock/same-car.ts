import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { statedIdentity } from '#src/domain/vehicle/vehicle-identity.ts';
import { isVinShaped } from '#src/domain/vehicle/vin.ts';
import type { Database } from '#src/providers/database/database.ts';
import { presentIdentities, presentRecordsOf } from '#src/providers/database/vehicles.ts';

type Named = Pick<Vehicle, 'stocknum' | 'vin'>;

/** The stored identity of a car that a row identifies differently: by its VIN alone, or by a later stock number. */
export type SameCar = (named: Named) => string | undefined;

const vinOf = ({ vin }: Named): string | undefined => {
  const written = vin?.toUpperCase();
  return written !== undefined && isVinShaped(written) ? `vin:${written}` : undefined;
};

/**
 * Whether two records of one identity are of the same car: a dealer may give the stock number of a sold car to another.
 * VINs decide where both have one.
 */
export function isSameCar(a: Vehicle, b: Vehicle): boolean {
  const [vinA, vinB] = [vinOf(a), vinOf(b)];
  if (vinA !== undefined && vinB !== undefined) return vinA === vinB;
  const words = ({ make, model, year }: Vehicle) => `${make}|${model}|${year}`.toLowerCase();
  return words(a) === words(b);
}

const numberOf = ({ stocknum }: Named): string | undefined => stocknum?.toUpperCase() || undefined;

/** Identities by what a record states; what two vehicles share identifies neither. */
function identitiesBy(
  records: readonly { identity: string; vehicle: Vehicle }[],
  statedOf: (vehicle: Vehicle) => string | undefined,
): Map<string, string> {
  const found = new Map<string, string>();
  const doubtful = new Set<string>();
  for (const { identity, vehicle } of records) {
    const stated = statedOf(vehicle);
    if (stated === undefined) continue;
    if (found.has(stated)) doubtful.add(stated);
    found.set(stated, identity);
  }
  for (const stated of doubtful) found.delete(stated);
  return found;
}

/**
 * Recognises cars by VIN where a feed of changes names one without its stock number, and cars known by VIN that a feed
 * gave a stock number later, by that number alone. Otherwise a withdrawn car would stay for sale, and a new price would
 * appear beside the old one.
 */
export async function findSameCars(db: Database, dealer: string, rows: readonly Named[]): Promise<SameCar> {
  const present = new Set(await presentIdentities(db, dealer));
  const areKnownByVin = [...present].some((identity) => identity.startsWith('vin:'));
  const isUnknown = (row: Named) => {
    const stated = statedIdentity(row);
    if (stated === undefined || present.has(stated)) return false;
    return !row.stocknum || (areKnownByVin && vinOf(row) === undefined);
  };
  const records = rows.some(isUnknown)
    ? (await presentRecordsOf(db, dealer)).map(({ identity, record }) => ({
        identity,
        vehicle: JSON.parse(record) as Vehicle,
      }))
    : [];
  const byVin = identitiesBy(records, vinOf);
  const byNumber = identitiesBy(records, numberOf);
  // The row that gives a car its number may be in the same feed.
  for (const row of rows) {
    const [number, vin] = [numberOf(row), vinOf(row)];
    if (number !== undefined && vin !== undefined && present.has(vin)) byNumber.set(number, vin);
  }
  return (row) => {
    const stated = statedIdentity(row);
    if (stated === undefined || present.has(stated)) return stated;
    const [number, vin] = [numberOf(row), vinOf(row)];
    if (number === undefined) return (vin && byVin.get(vin)) ?? stated;
    if (vin === undefined) return byNumber.get(number) ?? stated;
    return present.has(vin) ? vin : stated;
  };
}
