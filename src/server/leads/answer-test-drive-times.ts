import type { DealerConfig } from '#src/config/dealer-config.ts';
import { LOCATION_MESSAGE } from '#src/domain/lead/messages.ts';
import type { Services } from '../services.ts';
import { carForSaleById } from '../vehicles/car-asked-about.ts';
import { UNKNOWN_CAR_MESSAGE } from './answer-lead.ts';
import { testDriveTimes } from './test-drive-times.ts';

const NOT_KEPT = { 'Cache-Control': 'no-store' };

const refusal = (code: string, message: string) =>
  Response.json({ error: { code, message } }, { status: 404, headers: NOT_KEPT });

/** Answers `GET /api/test-drives/availability`. */
export async function answerTestDriveTimes(
  services: Services,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<Response> {
  const locationId = query.get('location_id') || undefined;
  const carId = query.get('car_id') || null;
  if (locationId && !dealer.locations.some(({ id }) => id === locationId)) {
    return refusal('unknown_location', LOCATION_MESSAGE);
  }
  const car = await carForSaleById(services, dealer, carId);
  if (carId && !car) return refusal('unknown_car', UNKNOWN_CAR_MESSAGE);
  return Response.json(await testDriveTimes(services, dealer, { locationId, car }), { headers: NOT_KEPT });
}
