import type { DealFare } from '#src/features/deal/deal-sum.ts';
import { NO_ESTIMATE_MESSAGE } from '#src/features/vehicle/price/cost-calculators.ts';
import { DELIVERY_PRICE_PATH, type DeliveryPrice } from '#src/features/vehicle/vehicle-endpoints.ts';
import type { ErrorBody } from '#src/platform/http/endpoint.ts';
import { dollarsToCents } from '#src/platform/number/number-format.ts';

const RESPONSE_TIMEOUT_MS = 10_000;

/** Rejects only if cancelled. */
export async function fetchFare(carId: string, postcode: string, cancelled: AbortSignal): Promise<DealFare> {
  const query = new URLSearchParams({ postcode, car_id: carId });
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]);
  try {
    const response = await fetch(`${DELIVERY_PRICE_PATH}?${query}`, { signal });
    const body = (await response.json()) as DeliveryPrice | ErrorBody;
    return 'error' in body
      ? { postcode, message: body.error.message }
      : { postcode, cents: dollarsToCents(body.price), region: body.name };
  } catch (error) {
    if (cancelled.aborted) throw error;
    return { postcode, message: NO_ESTIMATE_MESSAGE };
  }
}
