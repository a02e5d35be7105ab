import { createHash } from 'node:crypto';
import { presentRecordsOf } from '#src/features/stock/server/queries/import-queries.ts';
import type { StatedRow } from '#src/features/stock/server/queries/staged-comparison.ts';
import type { StagedFeed } from '#src/features/stock/server/queries/staged-feed.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { attributesIdentity, vinIdentity } from '#src/features/vehicle/vehicle-identity.ts';
import type { Database } from '#src/platform/database/database.ts';

/**
 * Stored identity of a row that names its car differently, only by VIN or by a stock number added later. Undefined if
 * it names none.
 */
type SameCar = (row: Pick<StatedRow, 'number' | 'vin'>) => string | undefined;

/**
 * Whether two records with the same identity are of the same car: dealers may reuse the stock number of a sold car.
 * VINs are decisive if both have one.
 */
export function isSameCar(a: Vehicle, b: Vehicle): boolean {
  const [vinA, vinB] = [vinIdentity(a), vinIdentity(b)];
  if (vinA !== undefined && vinB !== undefined) return vinA === vinB;
  const words = ({ make, model, year }: Vehicle) => `${make}|${model}|${year}`.toLowerCase();
  return words(a) === words(b);
}

/**
 * Matches cars by VIN if an incremental feed omits their stock number, and by stock number if it was added to a car
 * known by VIN. Otherwise a withdrawn car would stay for sale, and a new price would create a duplicate. Numbers and
 * VINs of several vehicles identify none.
 * @param staged with the dealer's known vehicles
 */
export async function findSameCars(db: Database, dealer: string, staged: StagedFeed): Promise<SameCar> {
  staged.indexKnown();
  if (staged.hasUnknownRows())
    for await (const records of presentRecordsOf(db, dealer))
      for (const { identity, record } of records) staged.nameKnown(identity, JSON.parse(record) as Vehicle);
  staged.indexNames();
  // The row that adds a stock number may be in the same feed.
  staged.renumberKnown();
  return ({ number, vin }) => {
    const stated = number ?? vin ?? undefined;
    // Another car may have had its number first.
    if (vin !== null && staged.isPresent(vin)) return vin;
    if (stated === undefined || staged.isPresent(stated)) return stated;
    if (number === null) return (vin === null ? undefined : staged.knownByVin(vin)) ?? stated;
    return vin === null ? (staged.knownByNumber(number) ?? stated) : stated;
  };
}

export type FeedVehicle = { row: number; vehicle: Vehicle };
export type IdentifiedVehicle = FeedVehicle & { id: string; identity: string; record: string };

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Former unkeyed id of a vehicle, which may be part of its slug. */
export const formerIdOf = (dealer: string, identity: string) => sha256(`${dealer}\0${identity}`).slice(0, 32);

/**
 * Assigns identities to the vehicles of a staged feed. The last row with a stock number or VIN wins, even if it
 * withdraws the vehicle. Similar rows without either are different cars, numbered in the order of their content.
 * @param idOf id by identity
 * @param sameCar existing identity of a row, if any
 */
export function identify(
  staged: StagedFeed,
  idOf: (identity: string) => string,
  sameCar: SameCar = ({ number, vin }) => number ?? vin ?? undefined,
): void {
  for (const rows of staged.rows()) {
    for (const row of rows) {
      const looks = () => attributesIdentity(JSON.parse(staged.recordOf(row.seq)) as Vehicle);
      staged.setIdentity(row.seq, sameCar(row) ?? (row.isWithdrawal ? undefined : looks()));
    }
  }
  for (const { identity, last, withdrawnAt } of staged.lastRows()) {
    if (last !== null && last > (withdrawnAt ?? 0)) staged.addCar(idOf(identity), identity, last);
    else staged.addWithdrawn(idOf(identity));
  }
  let before = '';
  let alike = 0;
  for (const { identity, last } of staged.alikeRows()) {
    alike = identity === before ? alike + 1 : 1;
    before = identity;
    const numbered = alike === 1 ? identity : `${identity}#${alike}`;
    staged.addCar(idOf(numbered), numbered, last);
  }
}
