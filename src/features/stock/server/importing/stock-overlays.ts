import type { DealerConfig } from '#src/config/dealer-config.ts';
import { vehiclesNamed } from '#src/features/stock/server/queries/import-queries.ts';
import {
  endingOverlays,
  overlaidRows,
  overlayOf,
  putOverlay,
} from '#src/features/stock/server/queries/overlay-queries.ts';
import type { StockedRow } from '#src/features/stock/server/queries/stock-queries.ts';
import { toStockedVehicle } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle, Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import { acquireAdvisoryLock } from '#src/platform/database/transactions.ts';
import type { Cents } from '#src/platform/number/number-format.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';

/** Manual overrides of a vehicle; `until` is the last day of the price, in the dealer's time zone. */
export type SetValues = { isHidden: boolean; price: Cents | null; until: string | null };

const NOTHING: SetValues = { isHidden: false, price: null, until: null };

/** A vehicle from its feed, its overrides, and the result. */
export type OverlaidVehicle = { id: string; fed: Vehicle; set: SetValues; shown: StockedVehicle };

const valuesOf = (
  row: { is_hidden: number; price_cents: number | null; price_until: string | null } | undefined,
): SetValues =>
  row ? { isHidden: row.is_hidden === 1, price: row.price_cents, until: row.price_until } : NOTHING;

async function overlaidOf(db: Database, row: StockedRow): Promise<OverlaidVehicle> {
  const fed = JSON.parse(row.record) as Vehicle;
  return { id: row.id, fed, set: valuesOf(await overlayOf(db, row.id)), shown: toStockedVehicle(row) };
}

/**
 * A dealer's vehicles, including removed ones.
 * @param words a stock number, VIN or slug; without any, all vehicles with overrides
 */
export async function overlaidVehicles(
  db: Database,
  dealer: string,
  words?: string,
): Promise<OverlaidVehicle[]> {
  const rows = words === undefined ? await overlaidRows(db, dealer) : await vehiclesNamed(db, dealer, words);
  return Promise.all(rows.map((row) => overlaidOf(db, row)));
}

type Setter = Pick<Services, 'db' | 'clock'>;

const text = (cents: Cents | null): string | null => (cents === null ? null : String(cents));

/** The change as recorded in the history; undefined if there is none. */
function changeOf(before: SetValues, after: SetValues) {
  if (before.isHidden !== after.isHidden)
    return { kind: after.isHidden ? 'set_hidden' : 'set_shown', before: null, after: null };
  if (before.price !== after.price || before.until !== after.until)
    return { kind: 'set_price', before: text(before.price), after: text(after.price) };
  return undefined;
}

/**
 * Overrides a vehicle's feed data until cleared; imports keep overrides. Call `drainIndexChanges` afterwards.
 * @returns whether anything changed
 */
export function setOverlay(
  { db, clock }: Setter,
  { dealer, id }: { dealer: string; id: string },
  change: Partial<SetValues>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Every machine ends prices.
    await acquireAdvisoryLock(trx, `overlay ${id}`);
    const before = valuesOf(await overlayOf(trx, id));
    const after = { ...before, ...change };
    const entry = changeOf(before, after);
    if (!entry) return false;
    const at = clock.now().toISOString();
    await putOverlay(
      trx,
      {
        vehicle_id: id,
        dealer,
        is_hidden: after.isHidden ? 1 : 0,
        price_cents: after.price,
        price_until: after.price === null ? null : after.until,
        updated_at: at,
      },
      { vehicle_id: id, dealer, at, ...entry },
    );
    return true;
  });
}

/** Removes price overrides whose last day has passed in the dealer's time zone. @returns number removed */
export async function endPrices({ db, clock, tenants }: Setter & Pick<Services, 'tenants'>): Promise<number> {
  let ended = 0;
  for (const row of await endingOverlays(db)) {
    const dealer = tenants.bySlug(row.dealer);
    if (!dealer || row.price_until === null || row.price_until >= today(clock, dealer)) continue;
    const id = { dealer: row.dealer, id: row.vehicle_id };
    if (await setOverlay({ db, clock }, id, { price: null, until: null })) ended += 1;
  }
  return ended;
}

export const today = (clock: Services['clock'], { timeZone }: Pick<DealerConfig, 'timeZone'>): string =>
  zonedDate(clock.now(), timeZone).date;
