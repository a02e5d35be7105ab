import { CONDITION_QUESTIONS } from '#src/config/sections/trade-in.ts';
import { formatNumber } from '../format-number.ts';
import { formatCents } from '../money.ts';
import { answerLabel, QUESTIONS } from './condition-questions.ts';
import type { NoEstimateReason } from './estimate.ts';
import { kilometresOf } from './trade-in-part.ts';
import type { TradeInRecord } from './trade-in-record.ts';
import { tradeInVehicleName } from './trade-in-vehicle.ts';
import { formatLongDate } from './validity.ts';

/** One fact in words. */
export type Fact = { name: string; label: string; value: string };

export const formatKilometres = (kilometres: number): string => `${formatNumber(kilometres)} km`;

/** The vehicle and its condition as the shopper reported them, nothing of its price. */
export function vehicleFacts(record: TradeInRecord): Fact[] {
  const { vehicle, rego, regoState, adjustmentAnswers: answers } = record;
  if (vehicle === null) return [];
  const kilometres = kilometresOf(record);
  const facts: Fact[] = [
    { name: 'vehicle', label: 'Vehicle', value: tradeInVehicleName(vehicle) },
    { name: 'rego', label: 'Rego', value: rego === '' ? '' : `${rego} (${regoState.toUpperCase()})` },
    { name: 'sleeps', label: 'Berths', value: String(vehicle.sleeps ?? '') },
    { name: 'length', label: 'Body length', value: vehicle.length ?? '' },
    { name: 'axle_type', label: 'Axles', value: vehicle.axle_type ?? '' },
    {
      name: 'kilometres',
      label: 'Kilometres',
      value: kilometres === undefined ? '' : formatKilometres(kilometres),
    },
    ...CONDITION_QUESTIONS.map((name) => ({
      name,
      label: QUESTIONS[name].label,
      value: answers[name] === undefined ? '' : answerLabel(name, answers[name]),
    })),
  ];
  return facts.filter(({ value }) => value !== '');
}

const REASON_FOR_DEALER: Readonly<Record<NoEstimateReason, string>> = {
  switched_off: 'none: the site shows none',
  too_old: 'none: older than the site values online',
  too_far: 'none: more kilometres than the site values online',
  no_value: 'none: the valuer does not know the vehicle',
  unavailable: 'none: the valuer did not respond',
};

/** What the dealer reads beside the vehicle. */
export function estimateFacts({ offer_price, valid_until, no_estimate_reason }: TradeInRecord): Fact[] {
  const line = (value: string): Fact => ({ name: 'offer_price', label: 'Online estimate', value });
  if (offer_price !== null && valid_until !== null) {
    return [line(`${formatCents(offer_price)}, valid until ${formatLongDate(valid_until)}`)];
  }
  return no_estimate_reason === null ? [] : [line(REASON_FOR_DEALER[no_estimate_reason])];
}

/** Updates of a decision, as the dealer reads it. */
export function decisionUpdate(record: TradeInRecord): string {
  const vehicle = record.vehicle === null ? 'the vehicle' : tradeInVehicleName(record.vehicle);
  const price = formatCents(record.offer_price ?? 0);
  return record.offer_accepted
    ? `The shopper accepts the online estimate of ${price} for ${vehicle}. Please arrange the inspection.`
    : `The shopper declines the online estimate of ${price} for ${vehicle}, and is open to a call.`;
}
