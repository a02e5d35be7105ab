import * as v from 'valibot';
import { type Vehicle, VehicleSchema } from '#src/domain/vehicle/vehicle.ts';
import type { Database } from './sqlite.ts';

/** A dealer's vehicle by id, sold and removed ones included: people ask about those as well. */
export async function vehicleById(
  db: Database,
  dealer: string,
  id: string,
): Promise<(Vehicle & { id: string; slug: string }) | undefined> {
  const row = await db
    .selectFrom('vehicles')
    .select(['id', 'slug', 'record'])
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), VehicleSchema), row.record);
  return parsed.success ? { ...parsed.output, id: row.id, slug: row.slug } : undefined;
}
