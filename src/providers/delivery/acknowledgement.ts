import type { Clock } from '#src/domain/clock.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import { type AcknowledgingDealer, acknowledgement } from '#src/domain/lead/delivery/acknowledgement.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import type { DeliveryAdapter } from './delivery-adapter.ts';
import type { Mailer } from './mailer.ts';

/** The shopper, who is thanked immediately or not at all: a day later it would be odd. */
export const acknowledgementAdapter = (options: {
  mailer: Mailer;
  clock: Clock;
  name: string;
  /** Reply-To address. */
  replyTo: string;
  dealerOf(payload: LeadPayload): AcknowledgingDealer;
}): DeliveryAdapter => ({
  async deliver({ leadId, createdAt, payload }) {
    const { mailer, clock, name, replyTo, dealerOf } = options;
    if (clock.now().getTime() - Date.parse(createdAt) > DAY_MS) {
      return { kind: 'withheld', reason: 'too late to thank' };
    }
    return mailer.send({
      key: `${leadId}.acknowledgement`,
      to: payload.email,
      fromName: name,
      replyTo: { name, address: replyTo },
      ...acknowledgement(payload, dealerOf(payload)),
      autoSubmitted: 'auto-replied',
    });
  },
});
