import type { DealerConfig } from '#src/config/dealer-config.ts';
import { xmlText } from '#src/domain/xml.ts';
import { OFF_PAGE, PREVIEW_FOLDER } from '#src/routing/preview-address.ts';

export const PREVIEW_SCRIPT = `${PREVIEW_FOLDER}/preview.js`;
export const PREVIEW_STYLES = `${PREVIEW_FOLDER}/preview.css`;

/** What every page of a preview says of it. */
export type PreviewFacts = {
  /** The dealer as its file has it. */
  dealer: DealerConfig;
  /** Id of its content, or what is in its place until it is known. */
  release: string;
  /** Day of the dealer, `2026-11-26`: a time would make every page of the next preview another. */
  madeOn: string;
  base: string;
};

const ALWAYS_OFF = [
  'signing in, payments and reservations',
  'valuations, saved searches, comparing and the PDF of a vehicle',
  'similar and recently viewed vehicles, and phone numbers that are shown on request',
  'distances, chat and analytics',
];
const WITHOUT_ENDPOINTS = ['sending forms', 'delivery prices, price gauges and free times of test drives'];

/** What does not work here, in words. */
export const offInPreview = ({ preview }: Pick<DealerConfig, 'preview'>): string[] =>
  preview.apiOrigin === undefined ? [...WITHOUT_ENDPOINTS, ...ALWAYS_OFF] : ALWAYS_OFF;

const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

const TEST_LEADS = 'Forms are sent as tests: the dealer receives none of them.';

/** HTML of the banner. */
export function previewBanner(facts: PreviewFacts): string {
  const { dealer, release, madeOn, base } = facts;
  const off = offInPreview(dealer);
  return [
    `<aside class="preview-banner" aria-label="Preview" data-release="${xmlText(release)}">`,
    `<p><strong>Preview of ${xmlText(dealer.name)}</strong> `,
    `<span>Release <code>${xmlText(release)}</code></span> `,
    `<time datetime="${madeOn}">${inWords(madeOn)}</time></p>`,
    `<details><summary>Off in this preview</summary>`,
    `<p>Off in this preview: ${xmlText(off.join('; '))}.${dealer.preview.apiOrigin === undefined ? '' : ` ${TEST_LEADS}`}</p>`,
    `<p><a href="${base}${OFF_PAGE}">What a preview is</a></p></details>`,
    `<noscript><p>Without JavaScript a search shows all vehicles, and no form can be sent.</p></noscript>`,
    `</aside>`,
  ].join('');
}

/** What the head of each page begins with. */
export function previewHead({ dealer, base }: PreviewFacts): string {
  const { apiOrigin } = dealer.preview;
  const api = apiOrigin === undefined ? '' : ` data-api="${xmlText(apiOrigin)}"`;
  return [
    '<meta name="robots" content="noindex, nofollow">',
    `<script src="${base}${PREVIEW_SCRIPT}" data-base="${xmlText(base)}"${api}></script>`,
    `<link rel="stylesheet" href="${base}${PREVIEW_STYLES}">`,
  ].join('');
}

const MAIN = /(<main[^>]*>)[\s\S]*(<\/main>)/;

/** The page that says what is off, in the frame of another page: its classes are that page's, or the preview's own. */
export function offPage(frame: string, { dealer }: PreviewFacts): string {
  const items = offInPreview(dealer).map((text) => `<li>${xmlText(text)}</li>`);
  const content = [
    '<div class="container section preview-off">',
    '<h1>This is off in the preview</h1>',
    `<p>A preview of ${xmlText(dealer.name)} is a copy of its pages and stock on a file host. Home, search, vehicles and all other open pages work. These do not:</p>`,
    `<ul>${items.join('')}</ul>`,
    dealer.preview.apiOrigin === undefined ? '' : `<p>${TEST_LEADS}</p>`,
    '<p><a class="button" href="/">To the home page of the preview</a></p>',
    '</div>',
  ].join('');
  return frame
    .replace(MAIN, (_, open: string, close: string) => open + content + close)
    .replace(/<title>[^<]*<\/title>/, () => `<title>Off in the preview | ${xmlText(dealer.name)}</title>`);
}
