import type { DealerConfig } from '#src/config/dealer-config.ts';
import { recordsOf } from '#src/features/stock/server/queries/import-queries.ts';
import type { StagedFeed } from '#src/features/stock/server/queries/staged-feed.ts';
import {
  conditionPredicate,
  ruleConditions,
  type StockCondition,
} from '#src/features/stock/visible-stock.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { calendarYear } from '#src/platform/time/zoned-time.ts';

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
