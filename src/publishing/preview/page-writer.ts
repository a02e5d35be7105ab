import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isDiskFull } from '#src/disk/disk-full.ts';
import { TENANT_PREFIX } from '#src/routing/href.ts';
import {
  formOfPath,
  OFF_PAGE,
  previewAddress,
  SUGGESTIONS_FILE,
  sitePath,
} from '#src/routing/preview-address.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { renderedAt as addressRendered } from '#src/server/http/site-addresses.ts';
import { NOT_FOUND_PAGE } from '#src/server/http/static-files.ts';
import { textHeader, type WholeResponse } from '#src/server/responses/whole-response.ts';
import type { Services } from '#src/server/services.ts';
import { partsOf } from './page-bytes.ts';
import { offPage, type PreviewFacts, previewBanner, previewHead } from './preview-banner.ts';
import { type PendingFile, pendingFile } from './preview-release.ts';
import { rewritePage } from './rewrite-page.ts';

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
