import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { WebVitalsSchema } from '#src/features/content/web-vitals-endpoint.ts';
import { networkOf } from '#src/platform/http/client-address.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';

const REPORTS_OF_NETWORK = 30;
const REPORTS_OF_SITE = 600;
const COUNTED_KEYS = 10_000;
/** CLS is counted in thousandths. */
const CLS_UNITS = 1000;

/** By process: reports are no reason to write, and a flood only must not distort the figures. */
const reports = new LRUCache<string, number>({ max: COUNTED_KEYS, ttl: MINUTE_MS });

function isWithin(key: string, most: number): boolean {
  const count = reports.get(key) ?? 0;
  // The window starts with the first report.
  reports.set(key, count + 1, { ttl: reports.getRemainingTTL(key) || MINUTE_MS });
  return count < most;
}

/** `POST /api/vitals`: counts how fast a page was (PLAT-75). @returns 204, or 400 `bad_request` */
export async function respondToWebVitals(
  { counts }: Pick<Services, 'counts'>,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<Response> {
  const parsed = v.safeParse(WebVitalsSchema, await request.json().catch(() => undefined));
  if (!parsed.success) return errorResponse(400, 'bad_request', 'The figures cannot be read.');
  const { lcp, inp, cls } = parsed.output;
  const network = `${dealer.slug} ${networkOf(clientAddress ?? '')}`;
  if (isWithin(network, REPORTS_OF_NETWORK) && isWithin(dealer.slug, REPORTS_OF_SITE)) {
    if (lcp !== undefined) counts.measure(dealer, 'lcp', lcp);
    if (inp !== undefined) counts.measure(dealer, 'inp', inp);
    if (cls !== undefined) counts.measure(dealer, 'cls', cls * CLS_UNITS);
  }
  return new Response(null, { status: 204 });
}
