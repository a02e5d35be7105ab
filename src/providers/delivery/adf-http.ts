import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { LeadVendor } from '#src/domain/lead/delivery/lead-vendor.ts';
import { adfDocument } from './adf.ts';
import type { DeliveryAdapter } from './delivery-adapter.ts';
import { postSigned, type SignedReceiver } from './signed-post.ts';

/** A CRM that takes leads as ADF 1.0, posted and signed like a webhook. */
export const adfHttpAdapter = (
  receiver: SignedReceiver,
  vendorOf: (payload: LeadPayload) => LeadVendor,
): DeliveryAdapter => ({
  async deliver(message) {
    const body = adfDocument({ ...message, vendor: vendorOf(message.payload) });
    return postSigned(receiver, message, { type: 'application/xml', body });
  },
});
