import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { statedIdentity } from '#src/domain/vehicle/vehicle-identity.ts';
import { isVinShaped } from '#src/domain/vehicle/vin.ts';
import type { Database } from '#src/providers/database/database.ts';
import { presentIdentities, presentRecordsOf } from '#src/providers/database/vehicles.ts';

type Named = Pick<Vehicle, 'stocknum' | 'vin'>;

/** The stored identity of a car that a row identifies differently: by its VIN alone, or by a new stock number. */
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

/** Identities of the current vehicles by VIN; a VIN shared by two vehicles identifies neither. */
async function identitiesByVin(db: Database, dealer: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const doubtful = new Set<string>();
  for (const { identity, record } of await presentRecordsOf(db, dealer)) {
    const vin = vinOf(JSON.parse(record) as Vehicle);
    if (vin === undefined) continue;
    if (found.has(vin)) doubtful.add(vin);
    found.set(vin, identity);
  }
  for (const vin of doubtful) found.delete(vin);
  return found;
}

/**
 * Recognises cars by VIN where a feed of changes names one without its stock number, or a feed gives a stock number
 * to a car that had none. Otherwise a withdrawn car would stay for sale, and a new price would appear beside the old
 * one.
 */
export async function findSameCars(db: Database, dealer: string, rows: readonly Named[]): Promise<SameCar> {
  const present = new Set(await presentIdentities(db, dealer));
  const isByVin = rows.some((row) => {
    const stated = statedIdentity(row);
    return stated !== undefined && !row.stocknum && !present.has(stated);
  });
  const byVin = isByVin ? await identitiesByVin(db, dealer) : new Map<string, string>();
  return (row) => {
    const stated = statedIdentity(row);
    if (stated === undefined || present.has(stated)) return stated;
    const vin = vinOf(row);
    if (vin === undefined) return stated;
    return row.stocknum ? (present.has(vin) ? vin : stated) : (byVin.get(vin) ?? stated);
  };
}
