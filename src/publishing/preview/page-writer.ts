import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { textHeader, type WholeResponse } from '#src/platform/http/response-headers.ts';
import { TENANT_PREFIX } from '#src/platform/routing/href.ts';
import { isDiskFull } from '#src/platform/storage/replace-file.ts';
import { xmlText } from '#src/platform/text/xml.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { NOT_FOUND_PAGE } from '#src/server/http/static-files.ts';
import {
  formOfPath,
  OFF_PAGE,
  PREVIEW_FOLDER,
  previewAddress,
  SUGGESTIONS_FILE,
  sitePath,
} from '#src/server/routes/preview-addresses.ts';
import { renderedAt as addressRendered } from '#src/server/routes/request-address.ts';
import type { Services } from '#src/server/services.ts';
import { type PendingFile, pendingFile } from './preview-release.ts';
import { partsOf, rewritePage } from './rewrite-page.ts';

export const PREVIEW_SCRIPT = `${PREVIEW_FOLDER}/preview.js`;
export const PREVIEW_STYLES = `${PREVIEW_FOLDER}/preview.css`;

/** What every page of a preview says of it. */
type PreviewFacts = {
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
function previewBanner(facts: PreviewFacts): string {
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
function previewHead({ dealer, base }: PreviewFacts): string {
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
function offPage(frame: string, { dealer }: PreviewFacts): string {
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

export type PageSite = PreviewFacts & {
  /** Rendered in place of the dealer as its file has it. */
  shown: DealerConfig;
  services: Services;
  renderPage: RenderPage;
  /** Paths of pages that are written whether a page links to them or not. */
  planned: readonly string[];
  /** Where the files are written. */
  folder: string;
};

/** All of it can be sent from thread to thread. */
export type WrittenPages = {
  /** By their names in the folder. */
  pages: Map<string, PendingFile>;
  /** Addresses of pictures of vehicles that the pages name. */
  pictures: Set<string>;
  /** Paths of searches and forms that the pages link to, beside those that are planned. */
  linked: Set<string>;
};

/** While one waits for a hash or the database, another is rendered. */
const AT_ONCE = 2;

const PICTURES = /\/images\/[\w./-]+\.(?:avif|webp|jpe?g)/g;

const OK = 200;
const isSearch = (path: string) => /^\/search(?:\/[a-z0-9-]+){0,2}$/.test(path);
const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path);

/** Redirects as files: a file host sends none. */
const leadOn = (to: string) =>
  `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="robots" content="noindex, nofollow"><title>Moved</title><meta http-equiv="refresh" content="0;url=${to}"></head><body><p><a href="${to}">This page has moved.</a></p></body></html>`;

/** Renders pages of a preview and writes them. */
export function createPageWriter(site: PageSite) {
  const { shown, services, renderPage, folder, base } = site;
  const planned = new Set(site.planned);
  const [head, body] = [previewHead(site), previewBanner(site)];
  let written: WrittenPages = { pages: new Map(), pictures: new Set(), linked: new Set() };

  async function renderedAt(internal: string): Promise<WholeResponse | undefined> {
    try {
      return await renderPage({ url: internal, host: 'localhost' }, { dealer: shown, services });
    } catch (error) {
      if (isDiskFull(error)) throw error;
      const page = internal.replace(`${TENANT_PREFIX}/${shown.slug}`, '') || '/';
      const details = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${page} cannot be shown. Correct the settings or the code behind the page. Details: ${details}`,
        { cause: error },
      );
    }
  }

  /** A search or a form that is linked has a page too. */
  const isMore = (path: string) => !planned.has(path) && (isSearch(path) || formOfPath(path) !== undefined);

  type Place = { placed: string; more?: string };
  function placeOf(address: string): Place {
    const placed = previewAddress(address, base);
    if (placed === address || placed === base + OFF_PAGE) return { placed };
    const path = sitePath(placed.split(/[?#]/, 1)[0] ?? '', base);
    if (isMore(path)) return { placed, more: path };
    return { placed: planned.has(path) || isFile(path) ? placed : base + OFF_PAGE };
  }

  // Most addresses are on most pages.
  const places = new Map<string, Place>();
  function place(address: string): string {
    const known = places.get(address) ?? placeOf(address);
    places.set(address, known);
    if (known.more !== undefined) written.linked.add(known.more);
    return known.placed;
  }

  // Nothing else runs meanwhile: in turn, a thousand small files take a third of the time.
  function write(file: string, content: string | Buffer): void {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }

  function writePage(file: string, response: WholeResponse): void {
    const page = response.body;
    const policy = textHeader(response, 'content-security-policy') ?? null;
    for (const part of partsOf(page))
      for (const [picture] of part.matchAll(PICTURES)) written.pictures.add(picture);
    const { apiOrigin } = site.dealer.preview;
    const changes = { place, offPage: base + OFF_PAGE, head, body, policy, apiOrigin };
    const rewritten = rewritePage(page, changes);
    write(file, rewritten);
    written.pages.set(file.replace(/^\//, ''), pendingFile(rewritten));
  }

  async function writeAt(path: string): Promise<void> {
    const internal = addressRendered(shown, path);
    const file = previewAddress(path, '');
    const rendered = internal === undefined ? undefined : await renderedAt(internal);
    const to = rendered && textHeader(rendered, 'location');
    if (to) return write(file, leadOn(place(to)));
    if (rendered?.status === OK) return writePage(file, rendered);
    // A form may ask for a vehicle, and a search may name stock that is sold since.
    if (isSearch(path) || formOfPath(path) !== undefined) return write(file, leadOn(base + OFF_PAGE));
    throw new Error(`${path} cannot be shown: it answers ${rendered?.status ?? 'nothing'}.`);
  }

  /** @returns what was written since it was asked before */
  function takeWritten(): WrittenPages {
    const taken = written;
    written = { pages: new Map(), pictures: new Set(), linked: new Set() };
    return taken;
  }

  return {
    /** @throws Error that names the page, where one cannot be rendered */
    async writePages(paths: readonly string[]): Promise<WrittenPages> {
      const waiting = [...paths];
      const work = async () => {
        for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await writeAt(path);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return takeWritten();
    },

    /** What shoppers follow no link to. */
    async writeOthers(): Promise<WrittenPages> {
      const notFound = await renderedAt(`${TENANT_PREFIX}/${shown.slug}/404`);
      if (notFound) {
        const off = Buffer.from(offPage(notFound.body.toString(), site));
        writePage(NOT_FOUND_PAGE, notFound);
        writePage(OFF_PAGE, { ...notFound, body: off });
      }
      const icon = await renderedAt(`${TENANT_PREFIX}/${shown.slug}/favicon.svg`);
      if (icon?.status === OK) write('favicon.svg', icon.body);
      const names = await renderedAt('/api/suggestions');
      if (names?.status === OK) write(SUGGESTIONS_FILE, names.body);
      write('robots.txt', 'User-agent: *\nDisallow: /\n');
      return takeWritten();
    },
  };
}
