import * as v from 'valibot';
import type { Database } from '#src/providers/database/database.ts';
import { historyOfKind } from '#src/providers/database/vehicle-history.ts';
import type { HistoryEntry } from '#src/providers/database/vehicles.ts';
import { type DiscardedVehicle, sha256 } from './identify-vehicles.ts';

export const DISCARDED = 'duplicate';

/** The JSON in `vehicle_history.after` for a row discarded in favour of another of the same vehicle. */
const DiscardedRowSchema = v.object({
  /** In the feed of that import. */
  row: v.number(),
  status: v.string(),
  priceCents: v.nullable(v.number()),
  km: v.nullable(v.number()),
  /** Hash of the complete record, so that the same content is recorded once. */
  contentHash: v.string(),
});

export type DiscardedRow = v.InferOutput<typeof DiscardedRowSchema>;

export function readDiscardedRow(after: string | null): DiscardedRow | undefined {
  const read = v.safeParse(DiscardedRowSchema, JSON.parse(after ?? 'null'));
  return read.success ? read.output : undefined;
}

/**
 * History of rows discarded in favour of another with the same stock number or VIN, except those already recorded.
 */
export async function newlyDiscarded(
  db: Database,
  dealer: string,
  duplicates: readonly DiscardedVehicle[],
  at: string,
): Promise<HistoryEntry[]> {
  const keptIds = new Set(duplicates.flatMap(({ keptId }) => keptId ?? []));
  const noted = await historyOfKind(db, DISCARDED, [...keptIds]);
  const isNoted = new Set(
    noted.map(({ vehicle_id, after }) => `${vehicle_id} ${readDiscardedRow(after)?.contentHash}`),
  );
  return duplicates.flatMap(({ keptId, row, vehicle, record }) => {
    const contentHash = sha256(record);
    if (keptId === undefined || isNoted.has(`${keptId} ${contentHash}`)) return [];
    isNoted.add(`${keptId} ${contentHash}`);
    const after: DiscardedRow = {
      row,
      status: vehicle.status,
      priceCents: vehicle.price ?? null,
      km: vehicle.km ?? null,
      contentHash,
    };
    return [{ vehicle_id: keptId, dealer, at, kind: DISCARDED, before: null, after: JSON.stringify(after) }];
  });
}
