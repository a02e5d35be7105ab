import { leadEmail } from '#src/domain/lead/delivery/lead-email.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { LeadVendor } from '#src/domain/lead/delivery/lead-vendor.ts';
import { adfDocument } from './adf.ts';
import { type DeliveryAdapter, deliveryKey, type LeadMessage } from './delivery-adapter.ts';
import type { Mail, Mailer } from './mailer.ts';

export type MailRoute = {
  mailer: Mailer;
  /** Name of the destination: the same lead may go to several mailboxes. */
  name: string;
  addressOf(payload: LeadPayload): string;
  vendorOf(payload: LeadPayload): LeadVendor;
};

/** Common to every lead by mail: the sender, and the shopper as Reply-To. */
function envelopeOf({ name, addressOf, vendorOf }: MailRoute, message: LeadMessage) {
  const { leadId, sequence, payload } = message;
  const shopper = [payload.name, payload.last_name].filter(Boolean).join(' ');
  return {
    key: deliveryKey(message, name),
    ...(sequence === 1 ? {} : { follows: deliveryKey({ leadId, sequence: 1 }, name) }),
    to: addressOf(payload),
    fromName: vendorOf(payload).name,
    replyTo: { name: shopper, address: payload.email },
    autoSubmitted: 'auto-generated',
  } satisfies Partial<Mail>;
}

/** A CRM that reads mails whose text is an ADF 1.0 document. */
export const adfMailAdapter = (route: MailRoute): DeliveryAdapter => ({
  async deliver(message) {
    const vendor = route.vendorOf(message.payload);
    const { subject } = leadEmail(message.payload, message.sequence);
    const text = adfDocument({ ...message, vendor });
    return route.mailer.send({ ...envelopeOf(route, message), subject, text });
  },
});

/** People who read mails. */
export const mailAdapter = (route: MailRoute): DeliveryAdapter => ({
  async deliver(message) {
    const words = leadEmail(message.payload, message.sequence);
    return route.mailer.send({ ...envelopeOf(route, message), ...words });
  },
});
