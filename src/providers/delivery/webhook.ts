import type { DeliveryAdapter } from './delivery-adapter.ts';
import { postSigned, type SignedReceiver } from './signed-post.ts';

/** A CRM that takes leads as signed JSON: the payload with `lead_id`, `sequence`, `form` and `created_at`. */
export const webhookAdapter = (receiver: SignedReceiver): DeliveryAdapter => ({
  deliver(message) {
    const { leadId, sequence, form, createdAt, payload } = message;
    const body = JSON.stringify({ lead_id: leadId, sequence, form, created_at: createdAt, ...payload });
    return postSigned(receiver, message, { type: 'application/json', body });
  },
});
