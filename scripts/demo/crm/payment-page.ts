import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { PAYMENT_WEBHOOK_PATH } from '#src/features/reservations/reservation.ts';
import type {
  PaymentSandbox,
  SandboxCheckout,
  SignedEvent,
} from '#src/features/reservations/server/payments/local-payments.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import { xmlText } from '#src/platform/text/xml.ts';

/** The id of a checkout follows. */
export const PAYMENT_PATH = '/pay';

const DOLLAR = 100;

export type PaymentReply = { status: number; html: string } | { to: string };

const STYLE = `
:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;background:light-dark(#f3f5f8,#10161d);color:light-dark(#16202b,#e8eef4);font:16px/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:2.5rem 1rem;display:grid;gap:1rem}
h1,p{margin:0}h1{font-size:1.375rem}.amount{font-size:2.25rem;font-weight:700}
.note,.failed{padding:.75rem 1rem;border-radius:8px;background:light-dark(#e3e9ef,#1d2833)}
.failed{background:light-dark(#fbe0dd,#4a1f1b)}
form{display:grid;gap:.75rem}
button{min-height:48px;border-radius:8px;border:1px solid light-dark(#16324f,#8fb6dc);font:inherit;font-weight:600;background:none;color:inherit;cursor:pointer}
button[value=pay]{background:#16324f;color:#fff}
button:focus-visible{outline:3px solid #b85c00;outline-offset:2px}`;

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Demo payments</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`;

const OVER = page(
  'Payment closed',
  '<h1>This payment is closed</h1><p>It has ended, or there never was one.</p>',
);

function form({ order }: SandboxCheckout, hasFailed: boolean): string {
  const failure =
    '<p class="failed" role="alert">The card was declined. Nothing was paid. Try again, or cancel.</p>';
  return page(
    hasFailed ? 'Payment failed' : 'Pay',
    `<h1>${xmlText(order.description)}</h1><p class="amount">${formatCents(order.amount)} ${order.currency}</p>
${hasFailed ? failure : ''}<p class="note">In the demo this page replaces the payment processor. It asks for no card, and no money moves.</p>
<form method="post"><button name="action" value="pay">Pay</button><button name="action" value="other">Pay $1 less: a payment that is not as agreed</button><button name="action" value="fail">Fail: the card is declined</button><button name="action" value="cancel">Cancel and go back</button></form>`,
  );
}

/** As a processor sends an event: to the site itself, without the shopper. */
function deliver({ order }: SandboxCheckout, { body, headers }: SignedEvent): Promise<void> {
  const { host, port } = new URL(order.successAddress);
  return new Promise((done) => {
    const sent = request(
      // Names below localhost are known to browsers alone.
      {
        ...{ host: '127.0.0.1', port, path: PAYMENT_WEBHOOK_PATH, method: 'POST' },
        headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
      },
      (response) => response.resume().once('end', done),
    );
    sent.once('error', () => done());
    sent.end(body);
  });
}

/** The payment page of the demo, on which one presses Pay, Fail or Cancel. */
export async function paymentReply(
  sandbox: PaymentSandbox,
  req: IncomingMessage,
  id: string,
): Promise<PaymentReply> {
  const checkout = sandbox.find(id);
  if (!checkout) return { status: 404, html: OVER };
  if (req.method !== 'POST')
    return checkout.state === 'open'
      ? { status: 200, html: form(checkout, false) }
      : { status: 410, html: OVER };
  const action = new URLSearchParams(await text(req)).get('action');
  if (action === 'cancel') return { to: checkout.order.cancelAddress };
  if (checkout.state === 'expired') return { status: 410, html: OVER };
  if (action !== 'pay' && action !== 'other') {
    sandbox.decline(id);
    return { status: 402, html: form(checkout, true) };
  }
  const event = sandbox.pay(id, action === 'other' ? checkout.order.amount - DOLLAR : undefined);
  if (event) await deliver(checkout, event);
  return { to: checkout.order.successAddress };
}
