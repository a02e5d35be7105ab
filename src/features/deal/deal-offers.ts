import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { DealsConfig, Extra } from '#src/config/sections/leads/deals-section.ts';
import { kindOf } from '#src/config/sections/stock/stock-terms.ts';
import { dayText } from '#src/features/leads/test-drive/booking.ts';
import { timesOn } from '#src/features/locations/hours/opening-hours.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { dollarsToCents } from '#src/platform/number/number-format.ts';
import { folded } from '#src/platform/text/fold-text.ts';
import { addDays, type CalendarDate } from '#src/platform/time/calendar-date.ts';
import type { DealExtra, HandoverDay } from './deal-sum.ts';

type Fitted = Pick<Vehicle, 'item_type' | 'make' | 'model' | 'car_type'>;

/** An empty list is no condition. */
const allows = (list: readonly string[], value: string): boolean =>
  list.length === 0 || list.some((each) => folded(each) === folded(value));

const fits = ({ verticals, makes, models, carTypes }: Extra, vehicle: Fitted): boolean =>
  allows(verticals.map(kindOf), vehicle.item_type) &&
  allows(makes, vehicle.make) &&
  allows(models, vehicle.model) &&
  allows(carTypes, vehicle.car_type);

/** VDP-234: the dealer's extras for a vehicle, in the dealer's order, accessories first. */
export const extrasFor = ({ extras }: Pick<DealsConfig, 'extras'>, vehicle: Fitted): DealExtra[] =>
  extras
    .filter((extra) => fits(extra, vehicle))
    .map(({ id, name, description, price, kind, picture }) => ({
      ...{ id, name, description, kind, picture },
      cents: dollarsToCents(price),
    }))
    .sort((a, b) => a.kind.localeCompare(b.kind));

/**
 * VDP-235: the days on which the location is open, from the first possible one. Empty without opening hours.
 * @param today where the location is
 */
export function handoverDays(
  hours: Pick<Location, 'opening_hours' | 'special_hours'>,
  { readyDays, daysAhead }: Pick<DealsConfig, 'readyDays' | 'daysAhead'>,
  today: CalendarDate,
): HandoverDay[] {
  return Array.from({ length: daysAhead }, (_, at) => addDays(today, readyDays + at))
    .filter((date) => timesOn(hours, date) !== null)
    .map((date) => ({ date, text: dayText(date) }));
}

/** VDP-230: whether shoppers can build a deal for a vehicle; the page of the deal says so of a sold one. */
export const offersDeal = (
  { deals }: { deals: Pick<DealsConfig, 'enabled'> },
  { item_type }: Pick<Vehicle, 'item_type'>,
  { kind, cents }: Pick<PriceDisplay, 'kind' | 'cents'>,
): boolean => deals.enabled && item_type !== 'part' && kind === 'price' && cents !== null;
