import * as v from 'valibot';
import type { Endpoint } from '#src/platform/http/endpoint.ts';

/** Slug in the address to which a supplier posts; undefined for other addresses. */
export const pushedFeedSlug = (pathname: string): string | undefined =>
  /^\/feeds\/([\w-]+)$/.exec(pathname)?.[1];

export const PushAcceptedSchema = v.strictObject({
  id: v.pipe(v.string(), v.description('Names the body, for questions to the operator')),
});

/** FEED-11. */
export const PUSHED_FEED_ENDPOINT: Endpoint = {
  method: 'POST',
  path: '/feeds/{dealer}',
  summary:
    'Takes a feed from a supplier that sends it, for dealers with `stock.feed.push`; `{dealer}` is the slug. `Authorization: Bearer <token>`, any content type: the body is a file as `stock.feed` describes it, also gzipped or zipped, at most 96 MB within 90 seconds. It is on the disk before the response is sent, and is imported at once, in the order of the responses. For servers, not for browsers.',
  response: PushAcceptedSchema,
  statuses: {
    202: 'Stored, and will be imported; how the import ended is on the status page and in alarms',
    400: '`empty_feed`: the body is empty',
    401: '`wrong_token`: no token, or not the dealer’s',
    404: '`no_push`: this site has no such dealer, or takes no feeds this way',
    408: '`body_too_slow`: the body took more than 90 seconds to arrive',
    413: '`feed_too_large`: more than 96 MB',
    429: '`too_many_feeds`: too much waits to be imported; `too_many_tokens`: too many wrong tokens. `Retry-After` gives the seconds to wait',
    503: '`not_stored`: the body could not be stored; send it again',
  },
};
