import type { DealerConfig } from '#src/config/dealer-config.ts';
import { LOCATION_MESSAGE } from '#src/domain/lead/messages.ts';
import type { Services } from '../../services.ts';
import { checkFormAvailability } from './asked-form.ts';
import { refusalOfForm } from './respond-to-lead.ts';
import { testDriveTimes } from './test-drive-times.ts';

const NOT_KEPT = { 'Cache-Control': 'no-store' };

const refusal = ({ status, code, message }: { status: number; code: string; message: string }) =>
  Response.json({ error: { code, message } }, { status, headers: NOT_KEPT });

/** Handles `GET /api/test-drives/availability`. */
export async function respondWithTestDriveTimes(
  services: Services,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<Response> {
  const locationId = query.get('location_id') || undefined;
  const carId = query.get('car_id') || null;
  if (locationId && !dealer.locations.some(({ id }) => id === locationId)) {
    return refusal({ status: 404, code: 'unknown_location', message: LOCATION_MESSAGE });
  }
  const asked = await checkFormAvailability(services, dealer, 'test-drive', carId);
  if (asked.kind !== 'open') return refusal(refusalOfForm(asked));
  if (asked.goneCarIds) return refusal(refusalOfForm({ kind: 'refused', reason: 'car_gone' }));
  const { car } = asked;
  return Response.json(await testDriveTimes(services, dealer, { locationId, car }), { headers: NOT_KEPT });
}
