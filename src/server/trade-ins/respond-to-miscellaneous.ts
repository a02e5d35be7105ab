import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { errorResponse } from '#src/wire/error.ts';
import { MiscellaneousRequestSchema } from '#src/wire/trade-ins.ts';
import type { Services } from '../services.ts';
import { keepValuation } from './record-valuation.ts';

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
    return (await keepValuation(services, dealer, parsed.output.id))
      ? Response.json({ stored: true }, { status: 201, headers: { 'Cache-Control': 'no-store' } })
      : errorResponse(404, 'unknown_valuation', 'Valuation not found.');
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'valuation not recorded');
    return errorResponse(503, 'not_stored', 'The record could not be stored.');
  }
}
