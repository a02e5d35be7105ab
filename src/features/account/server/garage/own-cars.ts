import type { DealerConfig } from '#src/config/dealer-config.ts';
import { journeyPath } from '#src/features/trade-in/server/journey-pages.ts';
import { formatLongDate, isExpired } from '#src/features/trade-in/trade-in-estimate.ts';
import {
  formatKilometres,
  kilometresOf,
  type TradeInRecord,
  tradeInVehicleName,
} from '#src/features/trade-in/trade-in-record.ts';
import { formatDate } from '#src/features/vehicle/text/display-text.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';

/** FAV-294: one valuation of a shopper's own vehicle. */
export type OwnValuation = {
  date: string;
  /** `78,000 km`, if asked. */
  kilometres: string | undefined;
  /** `$21,400`, or that there was no online estimate. */
  amount: string;
  /** `$600 less than before`; undefined for the first, and where nothing can be compared. */
  change: string | undefined;
  isValid: boolean;
};

/** FAV-294: a vehicle a shopper has had valued while signed in; newest valuation first. */
export type OwnCar = {
  name: string;
  /** Empty if unknown. */
  rego: string;
  regoState: string;
  /** `Until Monday 8 July 2026`, of the newest; undefined without an estimate. */
  holds: string | undefined;
  /** The page of the newest valuation, while its estimate holds. */
  continueHref: string | undefined;
  valuations: readonly OwnValuation[];
};

const NO_ESTIMATE = 'No online estimate';

/** The same plate is the same vehicle; without plates, the same name. */
const identityOf = ({ rego, regoState, vehicle }: TradeInRecord): string =>
  rego === '' ? `name ${vehicle ? tradeInVehicleName(vehicle) : ''}` : `plate ${regoState} ${rego}`;

function changeText(now: Cents | null, before: Cents | null | undefined): string | undefined {
  if (now === null || before === null || before === undefined) return undefined;
  if (now === before) return 'Unchanged';
  return `${formatCents(Math.abs(now - before))} ${now > before ? 'more' : 'less'} than before`;
}

/**
 * The shopper's own vehicles with their valuations over time, that valued last first.
 * @param records valuations of the account, newest first
 */
export function ownCars(
  { clock }: Pick<Services, 'clock'>,
  { timeZone }: Pick<DealerConfig, 'timeZone'>,
  records: readonly TradeInRecord[],
): OwnCar[] {
  const now = clock.now();
  const ofVehicles = records.filter(({ vehicle }) => vehicle !== null);
  const groups = Map.groupBy(ofVehicles, identityOf);
  return [...groups.values()].flatMap((group) => {
    const [latest] = group;
    if (!latest?.vehicle) return [];
    const valuations = group.map((record, at): OwnValuation => {
      const { offer_price: offer, valued_at, valid_until } = record;
      const kilometres = kilometresOf(record);
      return {
        date: valued_at === null ? '' : formatDate(zonedDate(new Date(valued_at), timeZone).date),
        kilometres: kilometres === undefined ? undefined : formatKilometres(kilometres),
        amount: offer === null ? NO_ESTIMATE : formatCents(offer),
        change: changeText(offer, group[at + 1]?.offer_price),
        isValid: valid_until !== null && !isExpired(valid_until, now, timeZone),
      };
    });
    const { id, rego, regoState, vehicle, valid_until: lastDay } = latest;
    const isValid = valuations[0]?.isValid === true;
    return [
      {
        ...{ name: tradeInVehicleName(vehicle), rego, regoState, valuations },
        holds:
          lastDay === null ? undefined : `Until ${formatLongDate(lastDay)}${isValid ? '' : ', now over'}`,
        continueHref: isValid ? journeyPath(id, 'offer') : undefined,
      },
    ];
  });
}
