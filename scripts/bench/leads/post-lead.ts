import { randomUUID } from 'node:crypto';
import { type Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { LEAD_DEALER } from './lead-dealer.ts';

export type LeadResponse = { status: number; body: string; leadId: string | undefined };

/** Another shopper for every number. */
const leadOf = (n: number, message: string, submissionKey: string) => ({
  name: `Annabel ${n}`,
  last_name: 'Quillfeather',
  email: `annabel.${n}@example.com`,
  phone: `04${String(12_000_000 + n).padStart(8, '0')}`,
  postcode: '4006',
  message,
  submission_key: submissionKey,
});

/** Sends one lead as the page does. @throws Error where no response comes back */
export function postLeadTo(
  port: number,
  agent: Agent,
  n: number,
  message = 'Is the blue one still there?',
  submissionKey: string = randomUUID(),
): Promise<LeadResponse> {
  const body = JSON.stringify(leadOf(n, message, submissionKey));
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: '/api/leads/contact',
        headers: {
          host: `${LEAD_DEALER}.localhost`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (res) =>
        text(res).then((answered) => {
          const status = res.statusCode ?? 0;
          const leadId = status === 201 ? (JSON.parse(answered) as { lead_id: string }).lead_id : undefined;
          resolve({ status, body: answered, leadId });
        }, reject),
    );
    req.on('error', reject);
    req.end(body);
  });
}
