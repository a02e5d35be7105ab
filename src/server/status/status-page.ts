import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { xmlText } from '#src/domain/xml.ts';
import { METRICS_PATH, STATUS_PATH } from '../http/operator-paths.ts';
import type { Finding, Level } from './finding.ts';
import { ageText, DEALER_COLUMNS, type StatusView, utcText } from './status-view.ts';

const STYLE = readFileSync(new URL('./status-page.css', import.meta.url), 'utf8');
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const page = (title: string, content: string) => `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${title}</title><style>${STYLE}</style></head>
<body><main>
${content}
</main></body></html>
`;

const WORDS: Record<Level, string> = { red: 'Red', amber: 'Amber', green: 'Green' };
const HEADLINES: Record<Level, string> = {
  red: 'Something is broken',
  amber: 'Something needs attention',
  green: 'All is well',
};

function findingItem({ level, about, what, since, remedy }: Finding, at: string): string {
  const age = since === undefined ? '' : ` <span class="muted">for ${xmlText(ageText(since, at))}</span>`;
  const command = remedy === undefined ? '' : `<code>${xmlText(remedy)}</code>`;
  return `<li class="${level}"><span class="level">${WORDS[level]}</span> <strong>${xmlText(about)}</strong>: ${xmlText(what)}${age}${command}</li>`;
}

const list = (findings: readonly Finding[], at: string) =>
  `<ul>${findings.map((finding) => findingItem(finding, at)).join('\n')}</ul>`;

/** On a narrow screen. */
const WIDTHS: Readonly<Record<string, string>> = {
  released: ' class="half"',
  imported: ' class="half"',
  report: ' class="wide"',
};

function dealerRow({ level, cells: [slug = '', ...cells] }: StatusView['dealers'][number]): string {
  const [, ...labels] = DEALER_COLUMNS;
  const rest = cells.map((cell, at) => {
    const label = labels[at] ?? '';
    return `<td data-label="${label}"${WIDTHS[label] ?? ''}>${xmlText(cell)}</td>`;
  });
  return `<tr class="${level}"><th scope="row">${xmlText(slug)} <span class="level">${WORDS[level]}</span></th>${rest.join('')}</tr>`;
}

const dealerTable = (dealers: StatusView['dealers']) =>
  `<table><thead><tr>${DEALER_COLUMNS.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${dealers.map(dealerRow).join('\n')}</tbody></table>`;

/** The screen: red first, each trouble with the command that fixes it. */
export function statusPage({ at, level, troubles, fine, dealers }: StatusView): string {
  return page(
    `${WORDS[level]}: ${HEADLINES[level]}`,
    `<h1 class="${level}"><span class="level">${WORDS[level]}</span>: ${HEADLINES[level].toLowerCase()}</h1>
<p class="muted">At ${xmlText(utcText(at))}. <a href="${STATUS_PATH}">Look again</a> · <a href="${METRICS_PATH}">Metrics</a></p>
${troubles.length > 0 ? `<h2>To fix</h2>\n${list(troubles, at)}` : ''}
<h2>Dealers</h2>
<p class="muted">Report: + added, ~ changed, − removed, = unchanged. Waiting, dead and held are leads.</p>
${dealerTable(dealers)}
${fine.length > 0 ? `<h2>In order</h2>\n${list(fine, at)}` : ''}
<p class="muted">Memory and errors are those of this process. With several, the log has the errors of all: npm run status -- --log &lt;file&gt;</p>`,
  );
}

/** The form for the token. */
export const tokenPage = (message?: string): string =>
  page(
    'Status',
    `<h1>Status</h1>
${message === undefined ? '' : `<p class="red"><span class="level">${xmlText(message)}</span></p>`}
<form method="post" action="${STATUS_PATH}"><label for="token">HEALTH_TOKEN of this server</label>
<input id="token" name="token" type="password" autocomplete="current-password" required>
<button>Show the status</button></form>`,
  );
