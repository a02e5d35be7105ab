import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import type { TradeInRecord } from '#src/domain/trade-in/trade-in-record.ts';
import { isExpired } from '#src/domain/trade-in/validity.ts';
import type { StoredTradeIn } from '#src/providers/database/trade-ins.ts';
import type { Services } from '../services.ts';
import type { StepOutcome } from './journey-response.ts';
import { recordValuation } from './record-valuation.ts';
import { notifyOfDecision } from './tell-dealer.ts';

export const EXPIRED_MESSAGE = 'This estimate has expired. Start again to get a new one.';
export const UNDECIDED_MESSAGE = 'Choose whether to accept the estimate.';

export const isOfferExpired = (
  { valid_until }: TradeInRecord,
  { clock }: Pick<Services, 'clock'>,
  { timeZone }: DealerConfig,
): boolean => valid_until !== null && isExpired(valid_until, clock.now(), timeZone);

const refused = (status: number, message: string): StepOutcome => ({
  kind: 'refused',
  status,
  values: {},
  failure: { message },
});

/**
 * FORM-10: records the decision. Accepting is final; a shopper who declined can still accept while the estimate is
 * valid.
 */
export async function decideOffer(
  services: Services,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  { decision }: LeadValues,
): Promise<StepOutcome> {
  const { record } = tradeIn;
  if (record.offer_price === null || record.offer_accepted === true) return { kind: 'done' };
  if (decision !== 'accept' && decision !== 'decline') return refused(422, UNDECIDED_MESSAGE);
  if (decision === 'accept' && isOfferExpired(record, services, dealer)) return refused(409, EXPIRED_MESSAGE);
  await notifyOfDecision(services, dealer, tradeIn, decision === 'accept');
  if (dealer.tradeIn.miscellaneousRecord) {
    // A record beside the lead: its failure does not stop the valuation (ERR-06).
    await recordValuation(services, dealer, tradeIn).catch(() =>
      services.log.warn({ dealer: dealer.slug }, 'valuation not recorded'),
    );
  }
  return { kind: 'done' };
}
