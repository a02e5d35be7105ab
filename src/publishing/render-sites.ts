import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { TENANT_PREFIX } from '#src/routing/href.ts';
import { siteRoutes } from '#src/routing/site-routes.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { NOT_FOUND_PAGE } from '#src/server/http/static-files.ts';
import { textHeader } from '#src/server/responses/whole-response.ts';
import { partCount, staticEntries } from '#src/server/seo/sitemap.ts';
import { type FailedSite, failureText } from './failed-site.ts';

/** A file of a site: the address as shoppers know it, and the one that the bundle renders it at. */
type RenderedFile = { path: string; internal: string; file: string };

const sameName = (path: string): RenderedFile => ({ path, internal: path, file: path });

/** What of a site is rendered when it is built. */
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

/** A file carries its policy itself: not every host of static files sends headers. */
function withPolicy(html: string, policy: string | undefined): string {
  if (policy === undefined) return html;
  const meta = `<meta http-equiv="content-security-policy" content="${asAttribute(policy)}">`;
  return html.replace(HEAD_END, () => meta + HEAD_END);
}

const OK = 200;
const NOT_FOUND = 404;

/** @throws what the page throws */
async function render(renderPage: RenderPage, dealer: DealerConfig, internal: string): Promise<string> {
  let failure: unknown;
  const url = `${TENANT_PREFIX}/${dealer.slug}${internal}`;
  const response = await renderPage(
    { url, host: 'localhost' },
    {
      dealer,
      onFailure: (error: unknown) => {
        failure ??= error;
      },
    },
  );
  if (failure !== undefined) throw failure;
  const isWanted = response?.status === OK || (response?.status === NOT_FOUND && internal === '/404');
  if (!isWanted) throw new Error(`it answers ${response?.status ?? 'nothing'}`);
  return withPolicy(response.body.toString(), textHeader(response, 'content-security-policy'));
}

/** More are the fault of the code. */
const MOST_FAILED_SITES = 10;

export type RenderedSites = { rendered: string[]; failed: FailedSite[] };

/**
 * Renders the files of each dealer into `<folder>/<slug>`. A dealer with a page that throws is left out whole: half a
 * site is none.
 * @throws Error if too many fail to be the dealers' fault
 */
export async function renderSites(
  dealers: readonly DealerConfig[],
  renderPage: RenderPage,
  folder: string,
): Promise<RenderedSites> {
  const rendered: string[] = [];
  const failed: FailedSite[] = [];
  for (const dealer of dealers) {
    const failure = await renderSite(dealer, renderPage, join(folder, dealer.slug));
    if (!failure) {
      rendered.push(dealer.slug);
      continue;
    }
    failed.push(failure);
    if (failed.length >= MOST_FAILED_SITES) {
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
