import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { MiscellaneousRequestSchema, VALUATION_COLUMN } from '#src/features/trade-in/trade-in-endpoints.ts';
import { isExpired } from '#src/features/trade-in/trade-in-estimate.ts';
import type { TradeInRecord } from '#src/features/trade-in/trade-in-record.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import type { Services } from '#src/server/services.ts';
import type { StepOutcome } from './journey-steps.ts';
import { findTradeIn, type StoredTradeIn, storeMiscellaneous } from './queries/trade-in-queries.ts';
import { notifyOfDecision } from './trade-in-lead.ts';

/** FORM-14: stores the displayed estimate from the server's data, once. */
async function recordValuation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  { id, record }: StoredTradeIn,
): Promise<void> {
  const { rego, regoState, vehicle, adjustmentAnswers, offer_price, valued_at, valid_until } = record;
  await storeMiscellaneous(db, {
    id: `${id}:${VALUATION_COLUMN}`,
    dealer: dealer.slug,
    column_name: VALUATION_COLUMN,
    trade_in_id: id,
    value: JSON.stringify({
      rego,
      regoState,
      vehicle,
      adjustmentAnswers,
      offer_price,
      valued_at,
      valid_until,
    }),
    created_at: clock.now().toISOString(),
  });
}

/** @returns false if the valuation is not found */
async function storeValuation(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  id: string,
): Promise<boolean> {
  if (!dealer.tradeIn.miscellaneousRecord) return false;
  const found = await findTradeIn(services.db, dealer.slug, id);
  // Not before the estimate was displayed.
  if (!found || found.record.lead_id === null || found.record.offer_price === null) return false;
  await recordValuation(services, dealer, found);
  return true;
}

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

/** FORM-10: records the decision. Accepting is final; a declined estimate can still be accepted while it is valid. */
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
    // ERR-06: the record is optional; its failure does not stop the valuation.
    await recordValuation(services, dealer, tradeIn).catch(() =>
      services.log.warn({ dealer: dealer.slug }, 'valuation not recorded'),
    );
  }
  return { kind: 'done' };
}

/** Handles `POST /api/miscellaneous` (FORM-14). The server stores its own data, not the body's. */
export async function respondToMiscellaneous(
  services: Services,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  const text = await request.text();
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), MiscellaneousRequestSchema), text);
  if (!parsed.success) return errorResponse(400, 'bad_request', 'Send column_name and id as JSON.');
  try {
    return (await storeValuation(services, dealer, parsed.output.id))
      ? Response.json({ stored: true }, { status: 201, headers: { 'Cache-Control': 'no-store' } })
      : errorResponse(404, 'unknown_valuation', 'Valuation not found.');
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'valuation not recorded');
    return errorResponse(503, 'not_stored', 'The record could not be stored.');
  }
}
