import type { ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { xmlText } from '#src/domain/xml.ts';
import { telephoneHref } from '#src/ui/telephone-href.ts';
import { errorBody } from '#src/wire/error.ts';
import type { Request } from './exchange.ts';
import { isRead } from './guard.ts';

const RETRY_AFTER_SECONDS = 2;
const URLENCODED = /^application\/x-www-form-urlencoded\b/i;

/** JSON for endpoints and for clients that do not accept HTML. */
function takesPage({ url = '', headers }: Request): boolean {
  if (url.startsWith('/api/')) return false;
  return headers.accept === undefined || /text\/html|\*\/\*/i.test(headers.accept);
}

/** The posted fields, in a form that sends them again: no input is lost. */
function formAgain({ url = '', headers, body }: Request): string {
  if (!Buffer.isBuffer(body) || !URLENCODED.test(headers['content-type'] ?? '')) {
    return '<p>We didn’t receive your details. Wait a moment, then go back and send them again.</p>';
  }
  const fields = [...new URLSearchParams(body.toString())].map(
    ([name, value]) => `<input type="hidden" name="${xmlText(name)}" value="${xmlText(value)}">`,
  );
  return `<p>We haven’t received your details yet. They are still on this page. Wait a moment, then send them again.</p>
<form method="post" action="${xmlText(url)}">${fields.join('')}<button>Send again</button></form>`;
}

function busyPage(dealer: DealerConfig, phone: string, req: Request): string {
  const again = isRead(req.method)
    ? `<p><a href="${xmlText(req.url ?? '/')}">Try again</a></p>`
    : formAgain(req);
  const call = `<a href="${xmlText(telephoneHref(phone))}">${xmlText(phone)}</a>`;
  const name = xmlText(dealer.name);
  return `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>We are busy – ${name}</title></head>
<body><main><h1>We are busy</h1>
<p>Please try again in a moment, or call ${name} on ${call}.</p>
${again}
</main></body></html>
`;
}

/** 503 for a request without a turn; it needs no turn itself. */
export function respondBusy(dealer: DealerConfig, req: Request, res: ServerResponse): void {
  if (res.headersSent || res.destroyed) return;
  const phone = dealer.phones.override ?? dealer.phones.main;
  res.statusCode = 503;
  res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  res.setHeader('Cache-Control', 'no-store');
  if (takesPage(req)) {
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader('Content-Security-Policy', "default-src 'none'; form-action 'self'; base-uri 'none'");
    res.end(busyPage(dealer, phone, req));
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  const message = `We are busy. Please try again in a moment, or call us on ${phone}.`;
  res.end(JSON.stringify(errorBody('busy', message, { phone })));
}
