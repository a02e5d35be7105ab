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

const PREVIEW_SCRIPT = `${PREVIEW_FOLDER}/preview.js`;
export const PREVIEW_STYLES = `${PREVIEW_FOLDER}/preview.css`;

/** Facts about a preview that every page shows. */
type PreviewFacts = {
  /** As in its file. */
  dealer: DealerConfig;
  /** Content hash, or a placeholder until it is known. */
  release: string;
  /** Day in the dealer's time zone, `2026-11-26`; a time would change every page of the next preview. */
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

/** Descriptions of what does not work in previews. */
const offInPreview = ({ preview }: Pick<DealerConfig, 'preview'>): string[] =>
  preview.apiOrigin === undefined ? [...WITHOUT_ENDPOINTS, ...ALWAYS_OFF] : ALWAYS_OFF;

const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

const TEST_LEADS = 'Forms are sent as tests: the dealer receives none of them.';

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

/** First elements of each page's head. */
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

/** Inserts the list of disabled features into the frame of another page, using its classes. */
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

type PageSite = PreviewFacts & {
  /** The dealer config to render. */
  shown: DealerConfig;
  services: Services;
  renderPage: RenderPage;
  /** Paths of pages that are written even if no page links to them. */
  planned: readonly string[];
  /** Output folder. */
  folder: string;
};

/** Can be posted between threads. */
export type WrittenPages = {
  /** By file name. */
  pages: Map<string, PendingFile>;
  /** Addresses of referenced vehicle pictures. */
  pictures: Set<string>;
  /** Paths of linked searches and forms that are not planned. */
  linked: Set<string>;
};

/** Another page renders while one waits for a hash or the database. */
const CONCURRENCY = 2;

const PICTURES = /\/images\/[\w./-]+\.(?:avif|webp|jpe?g)/g;

const OK = 200;
const isSearch = (path: string) => /^\/search(?:\/[a-z0-9-]+){0,2}$/.test(path);
const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path);

/** Redirects as HTML, because file hosts send none. */
const redirectPage = (to: string) =>
  `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="robots" content="noindex, nofollow"><title>Moved</title><meta http-equiv="refresh" content="0;url=${to}"></head><body><p><a href="${to}">This page has moved.</a></p></body></html>`;

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

  /** Linked searches and forms are rendered too. */
  const isMore = (path: string) => !planned.has(path) && (isSearch(path) || formOfPath(path) !== undefined);

  type MappedAddress = { mapped: string; more?: string };
  function mapAddress(address: string): MappedAddress {
    const mapped = previewAddress(address, base);
    if (mapped === address || mapped === base + OFF_PAGE) return { mapped };
    const path = sitePath(mapped.split(/[?#]/, 1)[0] ?? '', base);
    if (isMore(path)) return { mapped, more: path };
    return { mapped: planned.has(path) || isFile(path) ? mapped : base + OFF_PAGE };
  }

  // Most addresses occur on most pages.
  const mappedAddresses = new Map<string, MappedAddress>();
  function mapLinked(address: string): string {
    const result = mappedAddresses.get(address) ?? mapAddress(address);
    mappedAddresses.set(address, result);
    if (result.more !== undefined) written.linked.add(result.more);
    return result.mapped;
  }

  // Synchronous, since nothing else runs: a thousand small files take a third of the time.
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
    const changes = { mapAddress: mapLinked, offPage: base + OFF_PAGE, head, body, policy, apiOrigin };
    const rewritten = rewritePage(page, changes);
    write(file, rewritten);
    written.pages.set(file.replace(/^\//, ''), pendingFile(rewritten));
  }

  async function writeAt(path: string): Promise<void> {
    const internal = addressRendered(shown, path);
    const file = previewAddress(path, '');
    const rendered = internal === undefined ? undefined : await renderedAt(internal);
    const to = rendered && textHeader(rendered, 'location');
    if (to) return write(file, redirectPage(mapLinked(to)));
    if (rendered?.status === OK) return writePage(file, rendered);
    // A form may name a vehicle, or a search stock, that has been sold since.
    if (isSearch(path) || formOfPath(path) !== undefined) return write(file, redirectPage(base + OFF_PAGE));
    throw new Error(`${path} cannot be shown: it answers ${rendered?.status ?? 'nothing'}.`);
  }

  /** @returns what was written since the last call */
  function drainWritten(): WrittenPages {
    const taken = written;
    written = { pages: new Map(), pictures: new Set(), linked: new Set() };
    return taken;
  }

  return {
    /** @throws Error that names the page, if it cannot be rendered */
    async writePages(paths: readonly string[]): Promise<WrittenPages> {
      const waiting = [...paths];
      const work = async () => {
        for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await writeAt(path);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      return drainWritten();
    },

    /** Writes pages that nothing links to. */
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
      return drainWritten();
    },
  };
}
