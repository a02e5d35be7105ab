import type { DealerConfig } from '#src/config/dealer-config.ts';
import { calendarYear } from '#src/domain/calendar-year.ts';
import type { Clock } from '#src/domain/clock.ts';
import { judgeOf, ruleConditions, type StockCondition } from '#src/domain/search/stock-scope.ts';
import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import type { Database } from '#src/providers/database/database.ts';
import { type KnownVehicle, recordsOf } from '#src/providers/database/known-vehicles.ts';
import type { IdentifiedVehicle } from './identify-vehicles.ts';
import type { ImportPlan } from './plan-import.ts';

type Ruling = Pick<DealerConfig, 'slug' | 'stock' | 'verticals' | 'timeZone'>;

type Compared = {
  carried: readonly Pick<IdentifiedVehicle, 'id' | 'vehicle'>[];
  present: readonly Pick<KnownVehicle, 'id'>[];
  plan: Pick<ImportPlan, 'writes' | 'removed'>;
  mayChange: number;
};

/** The vehicles which a dealer's own rules leave out of the site (CFG-04, CFG-05, CFG-13). */
export type LeftOut = {
  /** Ids of the present stock. */
  before: ReadonlySet<string>;
  /** Ids of the feed, each with the setting that decides. */
  now: ReadonlyMap<string, string>;
};

/** Not whether a vehicle is hidden: that is the feed's own word. */
const SETTING_OF: Readonly<Record<string, string>> = {
  year: 'stock.maxAgeYears',
  car_type: 'stock.usedOnly',
  make: 'stock.excludedMakes',
  stocknum: 'stock.excludedStockNumbers',
  item_type: 'verticals',
};

const settingOf = (condition: StockCondition) =>
  'field' in condition ? SETTING_OF[condition.field] : undefined;

/** The setting that leaves a vehicle out; rules about vehicles do not count for parts. */
function rulesOf(dealer: Ruling, clock: Clock): (vehicle: Vehicle) => string | undefined {
  const rules = ruleConditions(dealer, calendarYear(clock.now(), dealer.timeZone)).flatMap((condition) => {
    const setting = settingOf(condition);
    return setting === undefined ? [] : [{ setting, isMet: judgeOf(condition) }];
  });
  return (vehicle) =>
    vehicle.item_type === 'part' ? undefined : rules.find(({ isMet }) => !isMet(vehicle))?.setting;
}

/**
 * By the rules of today: a dealer who changes them, or a year that ends, is no fault of the feed.
 * @param mayChange as many vehicles as any import may change; records of the present stock are read only if it changes
 * more
 */
export async function leftOutOf(
  db: Database,
  dealer: Ruling,
  clock: Clock,
  { carried, present, plan, mayChange }: Compared,
): Promise<LeftOut> {
  const ruleOf = rulesOf(dealer, clock);
  const now = new Map<string, string>();
  for (const { id, vehicle } of carried) {
    const setting = ruleOf(vehicle);
    if (setting !== undefined) now.set(id, setting);
  }
  // A vehicle that does not change is left out as before.
  const before = new Set(now.keys());
  const isPresent = new Set(present.map(({ id }) => id));
  const changing = [...plan.writes.map(({ id }) => id), ...plan.removed].filter((id) => isPresent.has(id));
  if (changing.length <= mayChange) return { before, now };
  for (const id of changing) before.delete(id);
  for (const { id, record } of await recordsOf(db, changing))
    if (ruleOf(JSON.parse(record) as Vehicle) !== undefined) before.add(id);
  return { before, now };
}

/** How many of the feed's vehicles each setting leaves out. */
export function leftOutBySetting({ now }: Pick<LeftOut, 'now'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const setting of now.values()) counts[setting] = (counts[setting] ?? 0) + 1;
  return counts;
}
