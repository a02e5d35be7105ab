import * as v from 'valibot';
import { type StockedVehicle, VEHICLE_STATUSES, VehicleSchema } from '#src/domain/vehicle/vehicle.ts';
import type { VehiclesTable } from '#src/providers/database/tables.ts';

const StatusSchema = v.picklist(VEHICLE_STATUSES);

/** A row with its record; the row's own status is the newer word. @throws ValiError on a record of another shape */
export function toStockedVehicle(row: VehiclesTable): StockedVehicle {
  return {
    ...v.parse(VehicleSchema, JSON.parse(row.record)),
    status: v.parse(StatusSchema, row.status),
    id: row.id,
    dealer: row.dealer,
    slug: row.slug,
    firstSeenAt: row.first_seen_at,
    updatedAt: row.updated_at,
    soldAt: row.sold_at,
    removedAt: row.removed_at,
  };
}
