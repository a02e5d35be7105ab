import type { DealerConfig } from '#src/config/dealer-config.ts';
import { findTradeIn, type StoredTradeIn, storeMiscellaneous } from '#src/providers/database/trade-ins.ts';
import { VALUATION_COLUMN } from '#src/wire/trade-ins.ts';
import type { Services } from '../services.ts';

/** FORM-14: stores the estimate a shopper was shown, from the server's data, once. */
export async function recordValuation(
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

/** Handles `POST /api/miscellaneous`. @returns false if the valuation is not found */
export async function keepValuation(
  services: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  id: string,
): Promise<boolean> {
  if (!dealer.tradeIn.miscellaneousRecord) return false;
  const found = await findTradeIn(services.db, dealer.slug, id);
  // An estimate the shopper has not seen is not a result yet.
  if (!found || found.record.lead_id === null || found.record.offer_price === null) return false;
  await recordValuation(services, dealer, found);
  return true;
}
