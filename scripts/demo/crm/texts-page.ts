import { formatPhone } from '#src/platform/number/typed-number.ts';
import type { ArrivedText } from '#src/platform/sms/local-sms.ts';
import { xmlText } from '#src/platform/text/xml.ts';
import { INBOX_STYLE } from './inbox-style.data.ts';
import { type LocalSites, withLocalLinks } from './local-links.ts';

export const TEXTS_PATH = '/texts';

const REFRESH_S = 5;

const clock = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'medium' });

const article = ({ to, text, at }: ArrivedText, position: number, sites: LocalSites): string =>
  `<article aria-labelledby="text-${position}">
<h2 id="text-${position}">${xmlText(formatPhone(to))}</h2>
<p class="meta"><time datetime="${at.toISOString()}">${clock.format(at)}</time></p>
<p class="message">${withLocalLinks(text, sites)}</p></article>`;

/** The text messages of all phones of the demo, newest first, as a page that refreshes without a script. */
export function textsPage(texts: readonly ArrivedText[], sites: LocalSites = {}): string {
  const count = texts.length === 1 ? '1 text message' : `${texts.length} text messages`;
  const listed = texts.map((each, at) => article(each, at, sites)).toReversed();
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_S}"><title>${count} · Demo phones</title><style>${INBOX_STYLE}</style></head>
<body><header><div><h1>Demo phones</h1><p>${count}, whatever the number. Refreshes automatically. <a href="/">Demo CRM</a></p></div></header>
<main>${listed.length === 0 ? '<p class="empty">Nothing here yet. Ask one of the sites for a code.</p>' : listed.join('\n')}</main></body></html>`;
}
