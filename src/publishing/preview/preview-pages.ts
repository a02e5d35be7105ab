import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { gateAt } from '#src/routing/gates.ts';
import { TENANT_PREFIX } from '#src/routing/href.ts';
import {
  formOfPath,
  isOffInPreview,
  OFF_PAGE,
  previewAddress,
  sitePath,
} from '#src/routing/preview-address.ts';
import { siteRoutes } from '#src/routing/site-routes.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { renderedAt } from '#src/server/http/site-addresses.ts';
import { NOT_FOUND_PAGE } from '#src/server/http/static-files.ts';
import { EXACT } from '#src/server/page-bytes.ts';
import type { Services } from '#src/server/services.ts';
import { offPage, type PreviewFacts, previewBanner, previewHead } from './preview-banner.ts';
import { rewritePage } from './rewrite-page.ts';

export type PreviewSite = PreviewFacts & {
  /** Rendered in place of the dealer as its file has it. */
  shown: DealerConfig;
  services: Services;
  renderPage: RenderPage;
  /** Slugs of the vehicles that have a page. */
  vehicles: readonly string[];
  /** Where the files are written. */
  folder: string;
};

export type WrittenPages = {
  /** How many. */
  pages: number;
  /** Addresses of pictures of vehicles that the pages name. */
  pictures: Set<string>;
};

const OK = 200;
const PICTURES = /\/images\/[\w./-]+\.(?:avif|webp|jpe?g)/g;

/** Pages that follow from the configuration and are open to everyone. */
const openPaths = ({ dealer, shown }: PreviewSite): string[] =>
  siteRoutes(shown)
    .map(({ path }) => path)
    .filter((path) => gateAt(dealer, path) === undefined && !isOffInPreview(path));

const isSearch = (path: string) => /^\/search(?:\/[a-z0-9-]+){0,2}$/.test(path);
const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path);

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Redirects as files: a file host sends none. */
const leadOn = (to: string) =>
  `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="robots" content="noindex, nofollow"><title>Moved</title><meta http-equiv="refresh" content="0;url=${to}"></head><body><p><a href="${to}">This page has moved.</a></p></body></html>`;

/**
 * Renders the pages of a preview and writes them: those that follow from the configuration, one for each vehicle, and
 * the searches and forms that these link to.
 * @throws Error that names the page, where one cannot be rendered
 */
export async function writePreviewPages(site: PreviewSite): Promise<WrittenPages> {
  const { shown, services, renderPage, folder, base } = site;
  const pictures = new Set<string>();
  const vehicles = new Set(site.vehicles.map((slug) => `/cars/${slug}`));
  const [head, body] = [previewHead(site), previewBanner(site)];
  const waiting = [...openPaths(site), shown.search.defaultPath, '/cars', '/search', ...vehicles];
  const known = new Set(waiting);
  let pages = 0;

  const responseAt = async (internal: string) =>
    renderPage(new Request(`http://localhost${internal}`), { dealer: shown, services });

  /** Whether a link leads somewhere; a search or a form joins the pages that will be written. */
  function has(path: string): boolean {
    if (known.has(path) || isFile(path)) return true;
    const isForm = formOfPath(path) !== undefined;
    if (!isSearch(path) && !isForm) return false;
    known.add(path);
    waiting.push(path);
    return true;
  }

  function placeOf(address: string): string {
    const placed = previewAddress(address, base);
    if (placed === address || placed === base + OFF_PAGE) return placed;
    return has(sitePath(placed.split(/[?#]/, 1)[0] ?? '', base)) ? placed : base + OFF_PAGE;
  }

  // Most addresses are on most pages.
  const places = new Map<string, string>();
  function place(address: string): string {
    const placed = places.get(address) ?? placeOf(address);
    places.set(address, placed);
    return placed;
  }

  // Nothing else runs meanwhile: in turn, a thousand small files take a third of the time.
  function write(file: string, content: string | Buffer): void {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }

  function writePage(file: string, page: Buffer, policy: string | null): void {
    const html = page.toString(EXACT);
    for (const [picture] of html.matchAll(PICTURES)) pictures.add(picture);
    const { apiOrigin } = site.dealer.preview;
    const changes = { place, offPage: base + OFF_PAGE, head, body, policy, apiOrigin };
    write(file, rewritePage(html, changes));
    pages += 1;
  }

  async function writeAt(path: string): Promise<void> {
    const internal = renderedAt(shown, path);
    const file = previewAddress(path, '');
    const response = internal === undefined ? undefined : await responseAt(internal);
    const to = response?.headers.get('location');
    if (response && to) return write(file, leadOn(place(to)));
    if (response?.status === OK)
      return writePage(file, await bytesOf(response), response.headers.get('content-security-policy'));
    // A form may ask for a vehicle, and a search may name stock that is sold since.
    if (isSearch(path) || formOfPath(path) !== undefined) return write(file, leadOn(base + OFF_PAGE));
    throw new Error(`${path} cannot be shown: it answers ${response?.status ?? 'nothing'}.`);
  }

  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await writeAt(path);
  const notFound = await responseAt(`${TENANT_PREFIX}/${shown.slug}/404`);
  const frame = notFound ? await bytesOf(notFound) : Buffer.of();
  const policy = notFound?.headers.get('content-security-policy') ?? null;
  writePage(NOT_FOUND_PAGE, frame, policy);
  writePage(OFF_PAGE, Buffer.from(offPage(frame.toString(), site)), policy);
  const icon = await responseAt(`${TENANT_PREFIX}/${shown.slug}/favicon.svg`);
  if (icon?.status === OK) write('favicon.svg', await icon.text());
  write('robots.txt', 'User-agent: *\nDisallow: /\n');
  return { pages, pictures };
}
