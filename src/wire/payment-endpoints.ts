import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';

export const PAYMENT_WEBHOOK_PATH = '/api/payments/webhook';

const EventSchema = v.pipe(
  v.looseObject({}),
  v.description('An event as the processor sends it, signed over the body as it is'),
);
const ReceivedSchema = v.object({
  received: v.pipe(v.literal(true), v.description('The event is not sent again')),
});

export const PAYMENT_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: PAYMENT_WEBHOOK_PATH,
    summary:
      'Takes the events of a dealer’s account at the payment processor: `checkout.session.completed`, `checkout.session.expired` and `charge.refunded`. Others are accepted and ignored. An event may arrive often and in any order; it takes effect once.',
    request: EventSchema,
    response: ReceivedSchema,
    statuses: {
      200: 'Taken, now or before, or not about this site',
      400: '`wrong_signature`: not signed with the secret of `payments.stripe.webhookSecret`, or more than five minutes ago',
      404: '`no_payments`: the site takes no payments',
      503: '`not_stored`: the event could not be stored and is to be sent again; `Retry-After` gives the seconds to wait',
    },
  },
];
