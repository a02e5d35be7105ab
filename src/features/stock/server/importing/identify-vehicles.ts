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
 * The identity that a row states: the stored one, if it names the car differently, by its VIN alone or by a later stock
 * number. Undefined if it states none.
 */
type SameCar = (named: Named) => string | undefined;

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

export type FeedVehicle = { row: number; vehicle: Vehicle };
export type IdentifiedVehicle = FeedVehicle & { id: string; identity: string; record: string };

/** A row that withdraws its vehicle; without stock number and VIN it identifies none. */
export type WithdrawnRow = { row: number; named: Pick<Vehicle, 'stocknum' | 'vin'> };

/** A row discarded in favour of a later one of the same vehicle. */
export type DiscardedVehicle = FeedVehicle & {
  record: string;
  /** The retained vehicle; undefined for an identical row, or one whose vehicle was withdrawn. */
  keptId: string | undefined;
};

export type IdentifiedFeed = {
  unique: IdentifiedVehicle[];
  duplicates: DiscardedVehicle[];
  /** Ids of vehicles whose last row withdraws them. */
  withdrawn: Set<string>;
};

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The id a vehicle had before ids were keyed; slugs made from it are unchanged. */
export const formerIdOf = (dealer: string, identity: string) => sha256(`${dealer}\0${identity}`).slice(0, 32);

/**
 * Gives each vehicle its identity. Of the rows with one stock number or VIN the last counts, even a withdrawal.
 * Rows that only look alike are different cars and are numbered in the order of their content. The result is in the
 * order of the ids, so that the order of the feed does not matter.
 * @param idOf id by identity
 * @param sameCar the identity a row states; undefined if it states none
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
