import type { DealerConfig } from '#src/config/dealer-config.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { adjustedOffer, type NoEstimateReason, whyNoEstimate } from '#src/domain/trade-in/estimate.ts';
import { kilometresOf } from '#src/domain/trade-in/trade-in-part.ts';
import type { TradeInRecord } from '#src/domain/trade-in/trade-in-record.ts';
import { validUntil } from '#src/domain/trade-in/validity.ts';
import type { ValuationSource } from '#src/providers/valuation/valuation.ts';
import type { Services } from '../services.ts';

type Value = Pick<TradeInRecord, 'offer_price' | 'no_estimate_reason' | 'valued_at' | 'valid_until'>;

const sourcesOf = ({ autograb, redbook }: DealerConfig): ValuationSource[] => [
  ...(autograb ? (['autograb'] as const) : []),
  ...(redbook ? (['redbook'] as const) : []),
];

const none = (reason: NoEstimateReason, at: Date): Value => ({
  offer_price: null,
  no_estimate_reason: reason,
  valued_at: at.toISOString(),
  valid_until: null,
});

/** FORM-10: the vehicle's value by the answers, or why no estimate is shown online. Never rejects. */
export async function valueVehicle(
  { clock, log, vehicleData: { valuer } }: Pick<Services, 'clock' | 'log' | 'vehicleData'>,
  dealer: DealerConfig,
  record: TradeInRecord,
): Promise<Value> {
  const now = clock.now();
  const { vehicle, adjustmentAnswers } = record;
  if (vehicle === null) return none('no_value', now);
  const kilometres = kilometresOf(record);
  const { year } = zonedDate(now, dealer.timeZone);
  const reason = whyNoEstimate(dealer.tradeIn, { year: vehicle.year, kilometres }, year);
  if (reason) return none(reason, now);
  if (!valuer) return none('switched_off', now);
  const outcome = await valuer.value({ vehicle, kilometres, sources: sourcesOf(dealer) });
  if (outcome.kind === 'unavailable') {
    log.warn({ dealer: dealer.slug, reason: outcome.reason }, 'no valuation of a trade-in');
    return none('unavailable', now);
  }
  if (outcome.kind === 'no_value') return none('no_value', now);
  const offer = adjustedOffer(outcome.marketValue, adjustmentAnswers);
  if (offer === 0) return none('no_value', now);
  return {
    offer_price: offer,
    no_estimate_reason: null,
    valued_at: now.toISOString(),
    valid_until: validUntil(now, dealer.tradeIn.validDays, dealer.timeZone),
  };
}
