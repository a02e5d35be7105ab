import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SHARED_ENGINE } from '#src/config/search-variables.ts';
import { xmlText } from '#src/platform/text/xml.ts';
import { dayCharts } from './day-charts.ts';
import { ENGINE_COLUMNS, engineCells, judgeEngines } from './engine-view.ts';
import { judgeStatus } from './judge-status.ts';
import { DAYS_SHOWN, type LastDays } from './last-days.ts';
import { operationTables, type StatusTable } from './operations.ts';
import { METRICS_PATH, STATUS_PATH } from './operator-access.ts';
import {
  type DealerFacts,
  type DeliveryFacts,
  type Finding,
  type ImportFacts,
  type Level,
  levelOf,
  type StatusFacts,
  stockAsOf,
} from './status-facts.ts';
import { ageText, utcText } from './status-text.ts';

/** "+3 ~1 −2 =31": added, changed, removed, unchanged. */
const reportText = (counts: ImportFacts['counts']): string =>
  counts ? `+${counts.added} ~${counts.changed} −${counts.removed} =${counts.unchanged}` : '–';

export const DEALER_COLUMNS = [
  'dealer',
  'released',
  'imported',
  'report',
  'stock',
  'waiting',
  'dead',
  'held',
] as const;

function dealerCells(dealer: DealerFacts, at: string): string[] {
  const { slug, release, hasFeed, stock, leads } = dealer;
  const count = (trouble: keyof DealerFacts['leads']) => String(leads[trouble]?.leads ?? 0);
  return [
    slug,
    ageText(release?.publishedAt, at),
    hasFeed ? ageText(stockAsOf(dealer), at) : 'no feed',
    reportText(dealer.import?.counts),
    String(stock),
    count('waiting'),
    count('dead'),
    count('held'),
  ];
}

export const DELIVERY_COLUMNS = [
  'dealer',
  'feed',
  'to',
  'delivered',
  'next',
  'vehicles',
  'left out',
  'failures',
] as const;

function deliveryCells(slug: string, delivery: DeliveryFacts, at: string): string[] {
  const { feed, receiver, lastSuccessAt, nextDueAt, vehicles, leftOut, failures, lastError } = delivery;
  const count = (value: number | undefined) => (value === undefined ? '–' : String(value));
  return [
    slug,
    feed,
    receiver,
    ageText(lastSuccessAt, at),
    nextDueAt <= at ? 'now' : utcText(nextDueAt),
    count(vehicles),
    count(leftOut),
    failures > 0 ? `${failures} (${lastError})` : '0',
  ];
}

const deliveryLevel = ({ failures, isOverdue }: DeliveryFacts): Level =>
  failures === 0 ? 'green' : isOverdue ? 'red' : 'amber';

export type StatusView = {
  at: string;
  level: Level;
  /** Red and amber. */
  troubles: Finding[];
  /** Green components, without dealers. */
  fine: Finding[];
  /** Cells in the order of `DEALER_COLUMNS`, with the dealer's worst level; red first. */
  dealers: { level: Level; cells: string[] }[];
  /** FEED-23: cells in the order of `DELIVERY_COLUMNS`; red first. */
  deliveries: { level: Level; cells: string[] }[];
  /** PLAT-55: cells in the order of `ENGINE_COLUMNS`; none where all dealers are on the shared engine. */
  engines: { level: Level; cells: string[] }[];
  /** PLAT-34, PLAT-35: processes, jobs and queues. */
  operations: StatusTable[];
};

const RANK: Record<Level, number> = { red: 0, amber: 1, green: 2 };

/** Model of the status page and command. */
export function statusView(facts: StatusFacts): StatusView {
  const findings = judgeStatus(facts);
  const slugs = new Set(facts.dealers.map(({ slug }) => slug));
  return {
    at: facts.at,
    level: levelOf(findings),
    troubles: findings.filter(({ level }) => level !== 'green'),
    fine: findings.filter(({ level, about }) => level === 'green' && !slugs.has(about)),
    dealers: facts.dealers
      .map((dealer) => ({
        level: levelOf(findings.filter(({ about }) => about === dealer.slug)),
        cells: dealerCells(dealer, facts.at),
      }))
      .sort((a, b) => RANK[a.level] - RANK[b.level]),
    deliveries: facts.dealers
      .filter(({ isLive }) => isLive)
      .flatMap(({ slug, deliveries }) =>
        deliveries.map((each) => ({
          level: deliveryLevel(each),
          cells: deliveryCells(slug, each, facts.at),
        })),
      )
      .sort((a, b) => RANK[a.level] - RANK[b.level]),
    engines:
      facts.engines.length < 2 && facts.engines.every(({ name }) => name === SHARED_ENGINE)
        ? []
        : facts.engines.map((each) => ({
            level: levelOf(judgeEngines([each], facts.at)),
            cells: engineCells(each),
          })),
    operations: operationTables(facts.operations, facts.dealers, facts.at),
  };
}

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

const LEVEL_NAMES: Record<Level, string> = { red: 'Red', amber: 'Amber', green: 'Green' };
const HEADLINES: Record<Level, string> = {
  red: 'Something is broken',
  amber: 'Something needs attention',
  green: 'All is well',
};

function findingItem({ level, about, what, since, remedy }: Finding, at: string): string {
  const age = since === undefined ? '' : ` <span class="muted">for ${xmlText(ageText(since, at))}</span>`;
  const command = remedy === undefined ? '' : `<code>${xmlText(remedy)}</code>`;
  return `<li class="${level}"><span class="level">${LEVEL_NAMES[level]}</span> <strong>${xmlText(about)}</strong>: ${xmlText(what)}${age}${command}</li>`;
}

const list = (findings: readonly Finding[], at: string) =>
  `<ul>${findings.map((finding) => findingItem(finding, at)).join('\n')}</ul>`;

/** For narrow screens. */
const WIDTHS: Readonly<Record<string, string>> = {
  released: ' class="half"',
  imported: ' class="half"',
  report: ' class="wide"',
  feed: ' class="wide"',
  to: ' class="wide"',
  next: ' class="wide"',
  failures: ' class="half"',
};

type Row = { level: Level; cells: string[] };

const dealerLink = (slug: string): string =>
  `<a href="${STATUS_PATH}?dealer=${encodeURIComponent(slug)}">${xmlText(slug)}</a>`;

function tableRow(
  { level, cells: [name = '', ...cells] }: Row,
  columns: readonly string[],
  head: (name: string) => string,
): string {
  const [, ...labels] = columns;
  const rest = cells.map((cell, at) => {
    const label = labels[at] ?? '';
    return `<td data-label="${label}"${WIDTHS[label] ?? ''}>${xmlText(cell)}</td>`;
  });
  return `<tr class="${level}"><th scope="row">${head(name)} <span class="level">${LEVEL_NAMES[level]}</span></th>${rest.join('')}</tr>`;
}

const table = (rows: readonly Row[], columns: readonly string[], head: (name: string) => string = xmlText) =>
  `<table><thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => tableRow(row, columns, head)).join('\n')}</tbody></table>`;

const chartsOrReason = (lastDays: LastDays | undefined): string =>
  lastDays ? dayCharts(lastDays) : '<p>The database does not respond.</p>';

/** @param lastDays undefined if the database does not respond */
export function statusPage(
  { at, level, troubles, fine, dealers, deliveries, engines, operations }: StatusView,
  lastDays: LastDays | undefined,
): string {
  return page(
    `${LEVEL_NAMES[level]}: ${HEADLINES[level]}`,
    `<h1 class="${level}"><span class="level">${LEVEL_NAMES[level]}</span>: ${HEADLINES[level].toLowerCase()}</h1>
<p class="muted">At ${xmlText(utcText(at))}. <a href="${STATUS_PATH}">Look again</a> · <a href="${METRICS_PATH}">Metrics</a></p>
${troubles.length > 0 ? `<h2>To fix</h2>\n${list(troubles, at)}` : ''}
<h2>The last ${DAYS_SHOWN} days</h2>
${chartsOrReason(lastDays)}
<h2>Dealers</h2>
<p class="muted">Each name leads to the last days of the dealer. Report: + added, ~ changed, − removed, = unchanged. Waiting, dead and held are leads.</p>
${table(dealers, DEALER_COLUMNS, dealerLink)}
${deliveries.length > 0 ? `<h2>Deliveries</h2>\n${table(deliveries, DELIVERY_COLUMNS)}` : ''}
${engines.length > 0 ? `<h2>Search engines</h2>\n${table(engines, ENGINE_COLUMNS)}` : ''}
${operations.map(({ heading, columns, rows }) => `<h2>${heading}</h2>\n${table(rows, columns)}`).join('\n')}
${fine.length > 0 ? `<h2>In order</h2>\n${list(fine, at)}` : ''}
<p class="muted">Memory and errors are those of this process. With several, the log has the errors of all: npm run status -- --log &lt;file&gt;</p>`,
  );
}

/** What needs attention at one dealer, and its last days. */
export const dealerStatusPage = (
  { at, troubles }: StatusView,
  slug: string,
  lastDays: LastDays | undefined,
): string => {
  const own = troubles.filter(({ about }) => about === slug);
  return page(
    slug,
    `<h1>${xmlText(slug)}</h1>
<p class="muted">At ${xmlText(utcText(at))}. <a href="${STATUS_PATH}">All dealers</a></p>
${own.length > 0 ? `<h2>To fix</h2>\n${list(own, at)}` : ''}
<h2>The last ${DAYS_SHOWN} days</h2>
${chartsOrReason(lastDays)}`,
  );
};

export const tokenPage = (message?: string): string =>
  page(
    'Status',
    `<h1>Status</h1>
${message === undefined ? '' : `<p class="red"><span class="level">${xmlText(message)}</span></p>`}
<form method="post" action="${STATUS_PATH}"><label for="token">HEALTH_TOKEN of this server</label>
<input id="token" name="token" type="password" autocomplete="current-password" required>
<button>Show the status</button></form>`,
  );
