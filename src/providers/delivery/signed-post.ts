import { type DeliveryOutcome, deliveryKey, type LeadMessage } from './delivery-adapter.ts';
import { type HttpReceiver, postLead } from './http-delivery.ts';
import {
  IDEMPOTENCY_HEADER,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
  webhookSignature,
} from './webhook-signature.ts';

export type SignedReceiver = HttpReceiver & {
  /** Of the destination. */
  name: string;
  signingKey: string;
};

/** Posts a message under its key, signed together with the time. */
export function postSigned(
  { signingKey, name, ...receiver }: SignedReceiver,
  message: LeadMessage,
  content: { type: string; body: string },
): Promise<DeliveryOutcome> {
  const { type, body } = content;
  const timestamp = String(Math.floor(receiver.clock.now().getTime() / 1000));
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    [IDEMPOTENCY_HEADER]: deliveryKey(message, name),
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: webhookSignature(signingKey, timestamp, body),
  };
  return postLead({ ...receiver, headers, body });
}
