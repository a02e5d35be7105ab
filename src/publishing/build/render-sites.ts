import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { partCount, staticEntries } from '#src/features/content/server/seo/sitemap.ts';
import { textHeader, type WholeResponse } from '#src/platform/http/response-headers.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { TENANT_PREFIX } from '#src/platform/routing/href.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { NOT_FOUND_PAGE } from '#src/server/http/static-files.ts';
import type { Services } from '#src/server/services.ts';
import { type FailedSite, failureText } from './failed-site.ts';

/** A file of a site with its public and internal path. */
type RenderedFile = { path: string; internal: string; file: string };

const sameName = (path: string): RenderedFile => ({ path, internal: path, file: path });

/** Files of a site that are rendered at build time. */
function renderedFiles(dealer: DealerConfig): RenderedFile[] {
  const pages = siteRoutes(dealer)
    .filter(({ rendered }) => rendered === 'build')
    .map(({ path, internal }) => ({ path, internal, file: join(path, 'index.html') }));
  const parts = Array.from(
    { length: partCount(staticEntries(dealer).length) },
    (_, at) => `/sitemap-pages-${at + 1}.xml`,
  );
  return [
    ...pages,
    { path: '/404', internal: '/404', file: NOT_FOUND_PAGE },
    ...['/favicon.svg', '/robots.txt', '/sitemap.xml', ...parts].map(sameName),
  ];
}

const HEAD_END = '</head>';
const asAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Adds the policy as a meta element, because not every static host sends headers. */
export function fileOf(response: WholeResponse): string {
  const html = response.body.toString();
  const policy = textHeader(response, 'content-security-policy');
  if (policy === undefined) return html;
  const meta = `<meta http-equiv="content-security-policy" content="${asAttribute(policy)}">`;
  return html.replace(HEAD_END, () => meta + HEAD_END);
}

const OK = 200;
const NOT_FOUND = 404;

/** @throws the error of the page */
export async function renderWhole(
  renderPage: RenderPage,
  dealer: DealerConfig,
  internal: string,
  services?: Services,
): Promise<WholeResponse> {
  let failure: unknown;
  const url = `${TENANT_PREFIX}/${dealer.slug}${internal}`;
  const response = await renderPage(
    { url, host: 'localhost' },
    {
      dealer,
      ...(services && { services }),
      onFailure: (error: unknown) => {
        failure ??= error;
      },
    },
  );
  if (failure !== undefined) throw failure;
  if (!response) throw new Error('it answers nothing');
  return response;
}

async function render(renderPage: RenderPage, dealer: DealerConfig, internal: string): Promise<string> {
  const response = await renderWhole(renderPage, dealer, internal);
  const { status } = response;
  if (status !== OK && !(status === NOT_FOUND && internal === '/404'))
    throw new Error(`it answers ${status}`);
  return fileOf(response);
}

/** More failures than this indicate a bug. */
const MAX_FAILED_SITES = 10;

type RenderedSites = { rendered: string[]; failed: FailedSite[] };

/**
 * Renders the files of each dealer into `<folder>/<slug>`. If a page throws, the whole dealer is left out.
 * @throws Error if too many dealers fail
 */
export async function renderSites(
  dealers: readonly DealerConfig[],
  renderPage: RenderPage,
  folder: string,
  onProgress?: OnProgress,
): Promise<RenderedSites> {
  const rendered: string[] = [];
  const failed: FailedSite[] = [];
  for (const [done, dealer] of dealers.entries()) {
    onProgress?.('Rendering sites', done, dealers.length);
    const failure = await renderSite(dealer, renderPage, join(folder, dealer.slug));
    if (!failure) {
      rendered.push(dealer.slug);
      continue;
    }
    failed.push(failure);
    if (failed.length >= MAX_FAILED_SITES) {
      throw new Error(
        `${failed.length} sites have a page that cannot be rendered; nothing was published.\n${failed.map(failureText).join('\n')}`,
      );
    }
  }
  return { rendered, failed };
}

async function renderSite(
  dealer: DealerConfig,
  renderPage: RenderPage,
  site: string,
): Promise<FailedSite | undefined> {
  for (const { path, internal, file } of renderedFiles(dealer)) {
    let content: string;
    try {
      content = await render(renderPage, dealer, internal);
    } catch (error) {
      return {
        slug: dealer.slug,
        page: path,
        reason: error instanceof Error ? error.message : String(error),
      };
    }
    const target = join(site, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return undefined;
}
