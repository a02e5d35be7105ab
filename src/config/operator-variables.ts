import * as v from 'valibot';

/** What operators see of a process. */
export const OPERATOR_VARIABLES = {
  HEALTH_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:[!-~]{16,})?$/, 'a random text of at least 16 characters without spaces, or nothing'),
      v.description(
        'Random text of at least 16 characters. Sent to /health as "Authorization: Bearer …", it shows the full state; it also opens /-/status and /-/metrics. Without HEALTH_TOKEN none of these is ever shown',
      ),
    ),
    '',
  ),
  ACCESS_LOG: v.optional(
    v.pipe(
      v.picklist(['yes', 'no']),
      v.description(
        '"yes" logs a line for each request: time, request id, dealer, method, route, status, bytes, milliseconds and cache outcome. No client address, no query and no part of an address that may name a person',
      ),
    ),
    'no',
  ),
  LOG_LEVEL: v.optional(
    v.pipe(v.picklist(['silent', 'error', 'warn', 'info', 'debug']), v.description('How much is logged')),
    'info',
  ),
};
