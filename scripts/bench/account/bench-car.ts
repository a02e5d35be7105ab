import * as v from 'valibot';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import type { AccountStage } from './account-stage.ts';

/** Puts a used vehicle of the first dealer into stock. */
export async function addCar(
  { services, first, time }: AccountStage,
  { id, slug, model = 'HiLux' }: { id: string; slug: string; model?: string },
): Promise<void> {
  const at = new Date(time.now).toISOString();
  const record = v.parse(VehicleSchema, {
    ...{ make: 'Toyota', model, year: 2021, car_type: 'used', status: 'in_stock', item_type: 'car' },
    ...{ dealership_slug: 'riverbend-valley', payment_processors: ['card'], price: 3_000_000 },
  });
  await services.db
    .insertInto('vehicles')
    .values({
      ...{
        id,
        dealer: first.slug,
        identity: `stock:${id}`,
        slug,
        status: 'in_stock',
        price_cents: 3_000_000,
      },
      ...{ record: JSON.stringify(record), content_hash: '', run_id: '', first_seen_at: at, listed_at: at },
      ...{ updated_at: at, sold_at: null, removed_at: null },
    })
    .execute();
}
