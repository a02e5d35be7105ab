import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  isHiddenRecord,
  recordsOf,
  type StoredVehicle,
} from '#src/features/stock/server/queries/import-queries.ts';
import type { StagedFeed } from '#src/features/stock/server/queries/staged-feed.ts';
import {
  conditionPredicate,
  ruleConditions,
  type StockCondition,
} from '#src/features/stock/visible-stock.ts';
import { advertisedPrice } from '#src/features/vehicle/price/listing-history.ts';
import type { HistoryEntry, VehicleRow } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { AdvertisedPrice, Vehicle } from '#src/features/vehicle/vehicle.ts';
import { vehicleSlug } from '#src/features/vehicle/vehicle-identity.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';
import { formerIdOf, type IdentifiedVehicle, sha256 } from './identify-vehicles.ts';

type Ruling = Pick<DealerConfig, 'slug' | 'stock' | 'verticals' | 'timeZone'>;

/** Excludes hidden vehicles, which the feed itself decides. */
const SETTING_OF: Readonly<Record<string, string>> = {
  year: 'stock.maxAgeYears',
  car_type: 'stock.usedOnly',
  make: 'stock.excludedMakes',
  stocknum: 'stock.excludedStockNumbers',
  item_type: 'verticals',
};

const settingOf = (condition: StockCondition) =>
  'field' in condition ? SETTING_OF[condition.field] : undefined;

/** Which of a dealer's rules hides a vehicle (CFG-04, CFG-05, CFG-13). */
export type RuleOf = (vehicle: Vehicle) => string | undefined;

/** The setting that hides a vehicle; parts are exempt from rules about vehicles. */
export function rulesOf(dealer: Ruling, clock: Clock): RuleOf {
  const rules = ruleConditions(dealer, calendarYear(clock.now(), dealer.timeZone)).flatMap((condition) => {
    const setting = settingOf(condition);
    return setting === undefined ? [] : [{ setting, isMet: conditionPredicate(condition) }];
  });
  return (vehicle) =>
    vehicle.item_type === 'part' ? undefined : rules.find(({ isMet }) => !isMet(vehicle))?.setting;
}

/**
 * Notes which vehicles in stock the rules hid before. Applies current rules: a changed rule or the end of a year is not
 * the feed's fault.
 * @param mayChange number of vehicles any import may change; records of current stock are only read if it changes more
 */
export async function noteLeftOut(
  db: Database,
  staged: StagedFeed,
  ruleOf: RuleOf,
  mayChange: number,
): Promise<void> {
  if (staged.countChanging() <= mayChange) {
    staged.noteStillLeftOut('all');
    return;
  }
  // Unchanged vehicles are hidden as before.
  staged.noteStillLeftOut('unchanged');
  for (const batch of staged.changing()) {
    const ids = batch.map(({ id }) => id);
    for (const { id, record } of await recordsOf(db, ids))
      if (ruleOf(JSON.parse(record) as Vehicle) !== undefined) staged.noteLeftOut(id);
  }
}

/** A full feed contains all stock; an incremental one only changes. */
export type ImportMode = 'full' | 'incremental';

const SLUG_MARK_LENGTH = 6;

/** Identifies unchanged vehicles. */
export const contentHash = (slug: string, record: string) => sha256(`${slug}\0${record}`);

export type ImportCounts = {
  added: number;
  changed: number;
  unchanged: number;
  returned: number;
  sold: number;
  repriced: number;
  removed: number;
};

type Run = {
  id: string;
  /** ISO 8601. */
  now: string;
  mode: ImportMode;
  /** No import of the dealer has finished yet, so its vehicles may have been on sale for a long time. */
  isFirst?: boolean;
};

/**
 * Compares the vehicles of a staged feed with those that are known, and stages what is to be written. Nothing else is
 * changed.
 * @param staged with identified vehicles and the dealer's known ones
 */
export function planImport(dealer: string, staged: StagedFeed, run: Run) {
  const counts = { added: 0, changed: 0, unchanged: 0, returned: 0, sold: 0, repriced: 0, removed: 0 };
  return {
    /** Adds a vehicle of the feed, in the order of their ids. @returns whether it is new or has changed */
    add(entry: IdentifiedVehicle): boolean {
      const before = staged.knownVehicle(entry.id);
      const row = toRow(dealer, entry, before, run, staged);
      if (before && before.content_hash === row.content_hash && before.removed_at === null) {
        counts.unchanged += 1;
        return false;
      }
      const history = before ? changesOf(before, row, run.now) : [];
      staged.addWrite(row, history);
      counts[before ? 'changed' : 'added'] += 1;
      counts.repriced += history.filter(({ kind }) => kind === 'price_changed').length;
      counts.sold += history.filter(({ kind }) => kind === 'sold').length;
      counts.returned += history.filter(({ kind }) => kind === 'returned').length;
      return true;
    },
    /** Call it after all vehicles. */
    end(): ImportCounts {
      staged.settleMissing(run.mode);
      return { ...counts, removed: staged.countRemoved() };
    },
  };
}

/**
 * Adds a suffix if the slug is taken. A vehicle keeps its suffix, even if no longer needed or derived from its former
 * id.
 */
function slugFor(
  { id, identity, vehicle }: IdentifiedVehicle,
  dealer: string,
  present: string | undefined,
  { slugOwner }: StagedFeed,
): string {
  const slugsBy = (of: string) => {
    const wanted = vehicleSlug(vehicle, of);
    return [wanted, `${wanted}-${of.slice(0, SLUG_MARK_LENGTH)}`] as const;
  };
  const [wanted, marked] = slugsBy(id);
  const own: readonly string[] = [wanted, marked, ...slugsBy(formerIdOf(dealer, identity))];
  if (present !== undefined && own.includes(present)) return present;
  return (slugOwner(wanted) ?? id) === id ? wanted : marked;
}

function toRow(
  dealer: string,
  entry: IdentifiedVehicle,
  before: StoredVehicle | undefined,
  run: Pick<Run, 'id' | 'now' | 'isFirst'>,
  staged: StagedFeed,
): VehicleRow {
  const { id, identity, vehicle, record } = entry;
  const slug = slugFor(entry, dealer, before?.slug, staged);
  staged.ownSlug(slug, id);
  const isSold = vehicle.status === 'sold';
  return {
    id,
    dealer,
    identity,
    slug,
    status: vehicle.status,
    price_cents: vehicle.price ?? null,
    record,
    content_hash: contentHash(slug, record),
    run_id: run.id,
    first_seen_at: before?.first_seen_at ?? run.now,
    listed_at: before ? before.listed_at : (listedAt(vehicle, run.now) ?? (run.isFirst ? null : run.now)),
    advertised: JSON.stringify(advertisedPrice(vehicle, knownPrice(before), run.now)),
    updated_at: run.now,
    sold_at: isSold ? (before?.sold_at ?? run.now) : null,
    removed_at: null,
  };
}

/** Previous advertised price of a vehicle; a returned vehicle has none. */
const knownPrice = (before: StoredVehicle | undefined): AdvertisedPrice | null =>
  before?.advertised && before.removed_at === null
    ? (JSON.parse(before.advertised) as AdvertisedPrice)
    : null;

/** The feed's date, unless it is in the future. */
function listedAt({ created_at }: Vehicle, now: string): string | undefined {
  const stated = created_at && `${created_at}T00:00:00.000Z`;
  return stated && stated < now ? stated : undefined;
}

function changesOf(before: StoredVehicle, row: VehicleRow, at: string): HistoryEntry[] {
  const entry = (kind: string, from: string | null, to: string | null): HistoryEntry => ({
    vehicle_id: row.id,
    dealer: row.dealer,
    at,
    kind,
    before: from,
    after: to,
  });
  const isHidden = isHiddenRecord(row.record);
  const text = (cents: number | null) => (cents === null ? null : String(cents));
  return [
    ...(before.price_cents !== row.price_cents
      ? [entry('price_changed', text(before.price_cents), text(row.price_cents))]
      : []),
    ...(before.status !== 'sold' && row.status === 'sold' ? [entry('sold', before.status, row.status)] : []),
    ...(before.removed_at !== null || (before.status === 'sold' && row.status !== 'sold')
      ? [entry('returned', before.removed_at ?? before.status, row.status)]
      : []),
    ...(before.is_hidden !== isHidden ? [entry(isHidden ? 'hidden' : 'shown', null, null)] : []),
    ...(before.slug !== row.slug ? [entry('slug_changed', before.slug, row.slug)] : []),
  ];
}
