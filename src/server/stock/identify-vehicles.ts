import { createHash } from 'node:crypto';
import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { marksIdentity, statedIdentity } from '#src/domain/vehicle/vehicle-identity.ts';
import type { SameCar } from './same-car.ts';

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
    identity: sameCar(entry.vehicle) ?? marksIdentity(entry.vehicle),
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
