import { xmlText } from '#src/platform/text/xml.ts';
import { type Arrival, WAYS, type Way } from './arrival.ts';
import { INBOX_STYLE } from './inbox-style.data.ts';
import { type LocalSites, withLocalLinks } from './local-links.ts';

const REFRESH_S = 5;

const clock = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'medium' });

function article(
  { way, dealer, receivedAt, arrivals, title, to, text, facts, raw }: Arrival,
  at: number,
  sites: LocalSites,
): string {
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `<dt>${xmlText(label)}</dt><dd>${xmlText(value)}</dd>`);
  const repeated = arrivals > 1 ? ` · arrived ${arrivals} times, stored once` : '';
  const mailbox = to === undefined ? '' : ` · to ${xmlText(to)}`;
  return `<article aria-labelledby="arrival-${at}">
<p class="way way-${way}">${WAYS[way]}</p>
<h2 id="arrival-${at}">${xmlText(title)}</h2>
<p class="meta">${xmlText(dealer)}${mailbox} · <time datetime="${xmlText(receivedAt)}">${clock.format(new Date(receivedAt))}</time>${repeated}</p>
${text === '' ? '' : `<p class="message">${withLocalLinks(text, sites)}</p>`}
<dl>${rows.join('')}</dl>
<details><summary>As it was received</summary><pre tabindex="0">${xmlText(raw)}</pre></details></article>`;
}

const isWay = (text: string | null): text is Way => text !== null && Object.hasOwn(WAYS, text);

function tab(label: string, href: string, count: number, isCurrent: boolean): string {
  return `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${label} <span>${count}</span></a>`;
}

/**
 * The inbox as a page that refreshes without a script; newest first.
 * @param asked `way` shows one kind; `still` stops refreshing, which would close open details
 */
export function inboxPage(
  arrivals: readonly Arrival[],
  asked: URLSearchParams,
  sites: LocalSites = {},
): string {
  const chosen = asked.get('way');
  const way = isWay(chosen) ? chosen : undefined;
  const isStill = asked.has('still');
  const address = (to: { way?: Way | undefined; still: boolean }) => {
    const query = [...(to.way ? [`way=${to.way}`] : []), ...(to.still ? ['still'] : [])].join('&amp;');
    return query === '' ? '/' : `/?${query}`;
  };
  const leads = arrivals.filter(({ way: came }) => came !== 'reply').length;
  const count = leads === 1 ? '1 lead' : `${leads} leads`;
  const listed = arrivals.filter(({ way: came }) => way === undefined || came === way).toReversed();
  const tabs = [
    tab('All', address({ still: isStill }), arrivals.length, way === undefined),
    ...(Object.keys(WAYS) as Way[]).map((each) =>
      tab(
        WAYS[each],
        address({ way: each, still: isStill }),
        arrivals.filter(({ way: came }) => came === each).length,
        way === each,
      ),
    ),
  ];
  const pause = isStill
    ? `Paused. <a href="${address({ way, still: false })}">Resume refreshing</a>`
    : `Refreshes automatically. <a href="${address({ way, still: true })}">Pause</a>`;
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
${isStill ? '' : `<meta http-equiv="refresh" content="${REFRESH_S}">`}<title>${count} · Demo CRM</title><style>${INBOX_STYLE}</style></head>
<body><header><div><h1>Demo CRM</h1><p>${count} received. ${pause}</p></div></header>
<nav aria-label="How leads came"><div>${tabs.join('')}</div></nav>
<main>${listed.length === 0 ? '<p class="empty">Nothing here yet. Send an enquiry from one of the sites.</p>' : listed.map((each, at) => article(each, at, sites)).join('\n')}</main></body></html>`;
}
