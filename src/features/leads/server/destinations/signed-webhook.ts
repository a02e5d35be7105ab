import type { LeadVendor } from '#src/features/leads/delivery/lead-facts.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import type { DeliveryOutcome } from '#src/platform/mail/delivery-outcome.ts';
import {
  IDEMPOTENCY_HEADER,
  type SigningKeys,
  signatureHeaders,
  TIMESTAMP_HEADER,
} from '#src/platform/webhooks/webhook-signature.ts';
import { adfDocument } from './adf.ts';
import {
  type DeliveryAdapter,
  deliveryKey,
  type HttpReceiver,
  type LeadMessage,
  postLead,
} from './delivery-adapter.ts';

type SignedReceiver = HttpReceiver &
  SigningKeys & {
    /** Name of the destination. */
    name: string;
  };

/** Posts a message with its idempotency key, signed together with the timestamp. */
function postSigned(
  { signingKey, nextSigningKey, name, ...receiver }: SignedReceiver,
  message: LeadMessage,
  content: { type: string; body: string },
): Promise<DeliveryOutcome> {
  const { type, body } = content;
  const timestamp = String(Math.floor(receiver.clock.now().getTime() / 1000));
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    [IDEMPOTENCY_HEADER]: deliveryKey(message, name),
    [TIMESTAMP_HEADER]: timestamp,
    ...signatureHeaders({ signingKey, nextSigningKey }, timestamp, body),
  };
  return postLead({ ...receiver, headers, body });
}

/** Signed JSON: the payload with `lead_id`, `sequence`, `form` and `created_at`. */
export const webhookAdapter = (receiver: SignedReceiver): DeliveryAdapter => ({
  deliver(message) {
    const { leadId, sequence, form, createdAt, payload } = message;
    const body = JSON.stringify({ lead_id: leadId, sequence, form, created_at: createdAt, ...payload });
    return postSigned(receiver, message, { type: 'application/json', body });
  },
});

/** ADF 1.0, posted and signed like a webhook. */
export const adfHttpAdapter = (
  receiver: SignedReceiver,
  vendorOf: (payload: LeadPayload) => LeadVendor,
): DeliveryAdapter => ({
  async deliver(message) {
    const body = adfDocument({ ...message, vendor: vendorOf(message.payload) });
    return postSigned(receiver, message, { type: 'application/xml', body });
  },
});
