import { createHash } from 'node:crypto';
import { presentIdentities, presentRecordsOf } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import {
  attributesIdentity,
  numberIdentity,
  statedIdentity,
  vinIdentity,
} from '#src/features/vehicle/vehicle-identity.ts';
import type { Database } from '#src/platform/database/database.ts';

type Named = Pick<Vehicle, 'stocknum' | 'vin'>;

/**
 * Stored identity of a row that names its car differently, only by VIN or by a stock number added later. Undefined if
 * it names none.
 */
type SameCar = (named: Named) => string | undefined;

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

/** Identities by a value of the record; values shared by several vehicles identify none. */
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
 * Matches cars by VIN if an incremental feed omits their stock number, and by stock number if it was added to a car
 * known by VIN. Otherwise a withdrawn car would stay for sale, and a new price would create a duplicate.
 * @param shared see `sharedNumbers`: such numbers are ignored
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
  // The row that adds a stock number may be in the same feed.
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

export type FeedVehicle = { row: number; vehicle: Vehicle };
export type IdentifiedVehicle = FeedVehicle & { id: string; identity: string; record: string };

/** A row that withdraws its vehicle; without stock number and VIN it identifies none. */
export type WithdrawnRow = { row: number; named: Pick<Vehicle, 'stocknum' | 'vin'> };

/** A row superseded by a later one of the same vehicle. */
export type DiscardedVehicle = FeedVehicle & {
  record: string;
  /** Id of the retained vehicle; undefined for an identical row, or if the vehicle was withdrawn. */
  keptId: string | undefined;
};

export type IdentifiedFeed = {
  unique: IdentifiedVehicle[];
  duplicates: DiscardedVehicle[];
  /** Ids of vehicles withdrawn by their last row. */
  withdrawn: Set<string>;
};

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Former unkeyed id of a vehicle, which may be part of its slug. */
export const formerIdOf = (dealer: string, identity: string) => sha256(`${dealer}\0${identity}`).slice(0, 32);

/**
 * Assigns identities to vehicles. The last row with a stock number or VIN wins, even if it withdraws the vehicle.
 * Similar rows without either are different cars, numbered in the order of their content. The result is sorted by id,
 * so that the order of the feed does not matter.
 * @param idOf id by identity
 * @param sameCar existing identity of a row, if any
 */
export function identify(
  idOf: (identity: string) => string,
  vehicles: readonly FeedVehicle[],
  withdrawnRows: readonly WithdrawnRow[] = [],
  sameCar: SameCar = statedIdentity,
): IdentifiedFeed {
  const entries = vehicles.map((entry) => ({
    ...entry,
    identity: sameCar(entry.vehicle) ?? attributesIdentity(entry.vehicle),
    record: JSON.stringify(entry.vehicle),
  }));
  const withdrawnAt = new Map(withdrawnRows.map(({ named, row }) => [sameCar(named), row]));
  const unique: IdentifiedVehicle[] = [];
  const duplicates: DiscardedVehicle[] = [];
  for (const [identity, alike] of Map.groupBy(entries, (entry) => entry.identity)) {
    const onlyLooksAlike = identity.startsWith('marks:');
    const last = new Map(alike.map((entry) => [onlyLooksAlike ? entry.record : identity, entry]));
    const kept = [...last.values()]
      .filter(({ row }) => row > (withdrawnAt.get(identity) ?? 0))
      .sort((a, b) => (a.record < b.record ? -1 : 1));
    if (kept.length > 0) withdrawnAt.delete(identity);
    for (const [at, entry] of kept.entries()) {
      const numbered = at === 0 ? identity : `${identity}#${at + 1}`;
      unique.push({ ...entry, identity: numbered, id: idOf(numbered) });
    }
    const isKept = new Set(kept);
    const keptId = onlyLooksAlike || kept.length === 0 ? undefined : idOf(identity);
    for (const entry of alike) if (!isKept.has(entry)) duplicates.push({ ...entry, keptId });
  }
  return {
    unique: unique.sort((a, b) => (a.id < b.id ? -1 : 1)),
    duplicates,
    withdrawn: new Set(
      [...withdrawnAt.keys()].flatMap((identity) => (identity === undefined ? [] : [idOf(identity)])),
    ),
  };
}

type NamedRow = { row: number; named: Pick<Vehicle, 'stocknum' | 'vin'> };

/**
 * Stock numbers used for several VINs, such as "TBC", or of two yards, which identify no car.
 * @returns the first row by such an identity
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
