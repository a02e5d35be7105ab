import * as v from 'valibot';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import { WEB_VITALS_PATH } from './web-vitals-path.ts';

const LONGEST_MS = 600_000;
const milliseconds = (what: string) =>
  v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(LONGEST_MS), v.description(what)));

export const WebVitalsSchema = v.object({
  lcp: milliseconds('Largest Contentful Paint, milliseconds'),
  inp: milliseconds('Interaction to Next Paint, milliseconds'),
  cls: v.optional(
    v.pipe(v.number(), v.minValue(0), v.maxValue(1000), v.description('Cumulative Layout Shift')),
  ),
});

/** PLAT-75. */
export const WEB_VITALS_ENDPOINT: Endpoint = {
  method: 'POST',
  path: WEB_VITALS_PATH,
  summary:
    'How fast a page was for a shopper. One visit in five sends it when the page is left. Only a count of the day by dealer is stored: no address, no page and no time. Of one network at most 30 reports a minute count, of a site 600.',
  request: WebVitalsSchema,
  sample: { lcp: 1840, inp: 96, cls: 0.02 },
  statuses: { 204: 'Counted, or over the limit', 400: '`bad_request`: the figures cannot be read' },
};
