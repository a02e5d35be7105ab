import { leadFacts } from '#src/features/leads/delivery/lead-facts.ts';
import type { LeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { IDEMPOTENCY_HEADER } from '#src/platform/webhooks/webhook-signature.ts';
import {
  type DeliveryAdapter,
  deliveryKey,
  type HttpReceiver,
  type LeadMessage,
  postLead,
} from './delivery-adapter.ts';

export type PodiumInbox = HttpReceiver & {
  /** Name of the destination. */
  name: string;
  token: string;
  /** The inbox in which the conversation opens. */
  locationUid: string;
};

/** E.164, `+61412345678`; 13, 1300 and 1800 numbers have no such format. */
const international = (phone: string) => (phone.startsWith('0') ? `+61${phone.slice(1)}` : phone);

const nameOf = ({ name, last_name }: LeadPayload) => [name, last_name].filter(Boolean).join(' ');

function textOf({ payload, sequence }: LeadMessage): string {
  const facts = leadFacts(payload).map(({ label, value }) => `${label}: ${value}`);
  const opening = sequence === 1 ? [] : ['Update to an earlier lead:'];
  return [...opening, ...(payload.message === '' ? [] : [payload.message]), ...facts].join('\n');
}

/**
 * A messaging service like Podium, which opens a conversation for each lead: `{ locationUid, contact: { name,
 * phoneNumbers, emails }, message: { externalId, body } }`, authorised by a bearer token. `externalId` is the
 * idempotency key.
 */
export const podiumAdapter = ({ name, token, locationUid, ...receiver }: PodiumInbox): DeliveryAdapter => ({
  async deliver(message) {
    const { payload } = message;
    const key = deliveryKey(message, name);
    const body = JSON.stringify({
      locationUid,
      contact: {
        name: nameOf(payload),
        phoneNumbers: payload.phone === '' ? [] : [international(payload.phone)],
        emails: payload.email === '' ? [] : [payload.email],
      },
      message: { externalId: key, body: textOf(message) },
    });
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      authorization: `Bearer ${token}`,
      [IDEMPOTENCY_HEADER]: key,
    };
    return postLead({ ...receiver, headers, body });
  },
});
