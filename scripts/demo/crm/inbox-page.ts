import { type Arrival, WAYS, type Way } from './arrival.ts';
import { INBOX_STYLE } from './inbox-style.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Everything in a lead came from a stranger. */
const shown = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const REFRESH_S = 5;

const clock = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'medium' });

function article(
  { way, dealer, receivedAt, arrivals, title, to, text, facts, raw }: Arrival,
  at: number,
): string {
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `<dt>${shown(label)}</dt><dd>${shown(value)}</dd>`);
  const repeated = arrivals > 1 ? ` · arrived ${arrivals} times, kept once` : '';
  const mailbox = to === undefined ? '' : ` · to ${shown(to)}`;
  return `<article aria-labelledby="arrival-${at}">
<p class="way way-${way}">${WAYS[way]}</p>
<h2 id="arrival-${at}">${shown(title)}</h2>
<p class="meta">${shown(dealer)}${mailbox} · <time datetime="${shown(receivedAt)}">${clock.format(new Date(receivedAt))}</time>${repeated}</p>
${text === '' ? '' : `<p class="message">${shown(text)}</p>`}
<dl>${rows.join('')}</dl>
<details><summary>As it was received</summary><pre tabindex="0">${shown(raw)}</pre></details></article>`;
}

const isWay = (text: string | null): text is Way => text !== null && Object.hasOwn(WAYS, text);

function tab(label: string, href: string, count: number, isCurrent: boolean): string {
  return `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${label} <span>${count}</span></a>`;
}

/**
 * The inbox as a page that keeps itself up to date without a script; newest first.
 * @param asked `way` shows one kind, `still` stops the refreshing, which would fold what is open
 */
export function inboxPage(arrivals: readonly Arrival[], asked: URLSearchParams): string {
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
    ? `Standing still. <a href="${address({ way, still: false })}">Refresh by itself</a>`
    : `Refreshes by itself. <a href="${address({ way, still: true })}">Stand still</a>`;
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
${isStill ? '' : `<meta http-equiv="refresh" content="${REFRESH_S}">`}<title>${count} · Demo CRM</title><style>${INBOX_STYLE}</style></head>
<body><header><div><h1>Demo CRM</h1><p>${count} received. ${pause}</p></div></header>
<nav aria-label="How leads came"><div>${tabs.join('')}</div></nav>
<main>${listed.length === 0 ? '<p class="empty">Nothing here yet. Send an enquiry from one of the sites.</p>' : listed.map(article).join('\n')}</main></body></html>`;
}
