export type ReceivedLead = {
  dealer: string;
  receivedAt: string;
  arrivals: number;
  lead: Record<string, unknown>;
};

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Everything in a lead came from a stranger. */
const shown = (value: unknown): string =>
  escapeHtml(typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

const REFRESH_S = 5;
const DETAILS = ['phone', 'email', 'postcode', 'location', 'url', 'stock_number', 'lead_id'] as const;

const STYLE = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;background:#f3f5f8;color:#16202b;font:16px/1.5 system-ui,sans-serif}
header{background:#16324f;color:#fff;padding:1rem}header h1{margin:0;font-size:1.25rem}header p{margin:.25rem 0 0;color:#d5e2ee}
main{max-width:60rem;margin:0 auto;padding:1rem;display:grid;gap:1rem}
article{background:#fff;border:1px solid #d3dae2;border-radius:10px;padding:1rem;overflow-wrap:anywhere}
h2{margin:0;font-size:1.1rem}.meta{color:#4a5866;margin:.15rem 0 .75rem}
.message{white-space:pre-wrap;border-left:4px solid #16324f;padding-left:.75rem;margin:.75rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0}dt{color:#4a5866}dd{margin:0}`;

function article({ dealer, receivedAt, arrivals, lead }: ReceivedLead): string {
  const details = DETAILS.filter((name) => lead[name]).map(
    (name) => `<dt>${name.replaceAll('_', ' ')}</dt><dd>${shown(lead[name])}</dd>`,
  );
  const consent = lead.opt_in === true ? 'agreed to offers' : 'no offers';
  const repeated = arrivals > 1 ? ` · arrived ${arrivals} times, kept once` : '';
  return `<article aria-labelledby="lead-${shown(lead.lead_id)}">
<h2 id="lead-${shown(lead.lead_id)}">${shown(lead.name)} ${shown(lead.last_name)}${lead.car_description ? ` · ${shown(lead.car_description)}` : ''}</h2>
<p class="meta">${shown(lead.subcategory)} · ${escapeHtml(dealer)} · <time>${escapeHtml(receivedAt)}</time> · ${consent}${repeated}</p>
${lead.message ? `<p class="message">${shown(lead.message)}</p>` : ''}
<dl>${details.join('')}</dl></article>`;
}

/** The inbox as a page that keeps itself up to date without a script; newest first. */
export function inboxPage(leads: readonly ReceivedLead[]): string {
  const count = leads.length === 1 ? '1 lead' : `${leads.length} leads`;
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_S}"><title>${count} · Demo CRM</title><style>${STYLE}</style></head>
<body><header><h1>Demo CRM</h1><p>${count} received. The page refreshes by itself.</p></header>
<main>${leads.length === 0 ? '<p>No leads yet. Send an enquiry from one of the sites.</p>' : leads.toReversed().map(article).join('\n')}</main></body></html>`;
}
