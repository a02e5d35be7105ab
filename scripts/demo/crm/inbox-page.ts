import { xmlText } from '#src/domain/xml.ts';
import { type Arrival, WAYS, type Way } from './arrival.ts';

const INBOX_STYLE = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;background:#f3f5f8;color:#16202b;font:16px/1.5 system-ui,sans-serif}
header{background:#16324f;color:#fff}
header div,nav div,main{max-width:60rem;margin:0 auto;padding-inline:1rem}
header div{padding-block:1.25rem 1rem}h1{margin:0;font-size:1.375rem}
header p{margin:.25rem 0 0;color:#d5e2ee}header a{color:#fff}
nav{background:#fff;border-bottom:1px solid #d3dae2;position:sticky;top:0}
nav div{display:flex;gap:.25rem;overflow-x:auto;padding-block:.5rem}
nav a{flex:none;color:#16324f;text-decoration:none;padding:.5rem .75rem;border-radius:8px;min-height:44px;display:flex;align-items:center;gap:.4rem}
nav a:hover{background:#eef2f6}nav a[aria-current]{background:#16324f;color:#fff}
nav span{font-size:.8125rem;background:#e3e9ef;color:#16202b;border-radius:99px;padding:0 .5rem}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:3px solid #b85c00;outline-offset:2px}
main{padding-block:1rem 3rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
article{background:#fff;border:1px solid #d3dae2;border-radius:10px;padding:1rem 1.25rem;overflow-wrap:anywhere}
.way{margin:0 0 .5rem;width:max-content;font-size:.8125rem;font-weight:600;border-radius:6px;padding:.05rem .5rem;background:#e3e9ef}
.way-json{background:#dcebfa}.way-adf{background:#e6e2fa}.way-adf_mail{background:#f4e0f3}.way-mail{background:#fbe9d3}.way-message{background:#d9f0e2}.way-reply{background:#e9e9e4}
h2{margin:0;font-size:1.125rem;line-height:1.35}.meta{color:#4a5866;margin:.15rem 0 .75rem;font-size:.9375rem}
.message{white-space:pre-wrap;border-left:4px solid #16324f;padding-left:.75rem;margin:.75rem 0}
dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.15rem 1rem;margin:0}dt{color:#4a5866}dd{margin:0}
details{margin-top:.75rem}summary{cursor:pointer;color:#16324f;padding:.35rem 0;min-height:44px;display:flex;align-items:center}
summary::before{content:'▸';margin-right:.5rem}details[open] summary::before{content:'▾'}
pre{margin:0;background:#f3f5f8;border-radius:8px;padding:.75rem;overflow:auto;max-height:28rem;font-size:.8125rem;white-space:pre-wrap}
.empty{color:#4a5866}`;

const REFRESH_S = 5;

const clock = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'medium' });

function article(
  { way, dealer, receivedAt, arrivals, title, to, text, facts, raw }: Arrival,
  at: number,
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
${text === '' ? '' : `<p class="message">${xmlText(text)}</p>`}
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
    ? `Paused. <a href="${address({ way, still: false })}">Resume refreshing</a>`
    : `Refreshes automatically. <a href="${address({ way, still: true })}">Pause</a>`;
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
${isStill ? '' : `<meta http-equiv="refresh" content="${REFRESH_S}">`}<title>${count} · Demo CRM</title><style>${INBOX_STYLE}</style></head>
<body><header><div><h1>Demo CRM</h1><p>${count} received. ${pause}</p></div></header>
<nav aria-label="How leads came"><div>${tabs.join('')}</div></nav>
<main>${listed.length === 0 ? '<p class="empty">Nothing here yet. Send an enquiry from one of the sites.</p>' : listed.map(article).join('\n')}</main></body></html>`;
}
