import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { numberIdentity, statedIdentity, vinIdentity } from '#src/domain/vehicle/vehicle-identity.ts';
import type { Database } from '#src/providers/database/database.ts';
import { presentIdentities, presentRecordsOf } from '#src/providers/database/vehicles.ts';

type Named = Pick<Vehicle, 'stocknum' | 'vin'>;

/**
 * The identity that a row states: the stored one, if it names the car differently, by its VIN alone or by a later stock
 * number. Undefined if it states none.
 */
export type SameCar = (named: Named) => string | undefined;

/**
 * Whether two records of one identity are of the same car: a dealer may give the stock number of a sold car to another.
 * VINs decide where both have one.
 */
export function isSameCar(a: Vehicle, b: Vehicle): boolean {
  const [vinA, vinB] = [vinIdentity(a), vinIdentity(b)];
  if (vinA !== undefined && vinB !== undefined) return vinA === vinB;
  const words = ({ make, model, year }: Vehicle) => `${make}|${model}|${year}`.toLowerCase();
  return words(a) === words(b);
}

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
 * @param shared see `sharedNumbers`: such a number counts as none
 */
export async function findSameCars(
  db: Database,
  dealer: string,
  named: readonly Named[],
  shared: ReadonlyMap<string, unknown>,
): Promise<SameCar> {
  const stating = (row: Named): Named => (shared.has(numberIdentity(row) ?? '') ? { vin: row.vin } : row);
  const rows = named.map(stating);
  const present = new Set(await presentIdentities(db, dealer));
  const areKnownByVin = [...present].some((identity) => identity.startsWith('vin:'));
  const isUnknown = (row: Named) => {
    const stated = statedIdentity(row);
    if (stated === undefined || present.has(stated)) return false;
    return !row.stocknum || (areKnownByVin && vinIdentity(row) === undefined);
  };
  const records = rows.some(isUnknown)
    ? (await presentRecordsOf(db, dealer)).map(({ identity, record }) => ({
        identity,
        vehicle: JSON.parse(record) as Vehicle,
      }))
    : [];
  const byVin = identitiesBy(records, vinIdentity);
  const byNumber = identitiesBy(records, numberIdentity);
  // The row that gives a car its number may be in the same feed.
  for (const row of rows) {
    const [number, vin] = [numberIdentity(row), vinIdentity(row)];
    if (number !== undefined && vin !== undefined && present.has(vin)) byNumber.set(number, vin);
  }
  return (each) => {
    const row = stating(each);
    const stated = statedIdentity(row);
    const [number, vin] = [numberIdentity(row), vinIdentity(row)];
    // Another car may have had its number first.
    if (vin !== undefined && present.has(vin)) return vin;
    if (stated === undefined || present.has(stated)) return stated;
    if (number === undefined) return (vin && byVin.get(vin)) ?? stated;
    return vin === undefined ? (byNumber.get(number) ?? stated) : stated;
  };
}
