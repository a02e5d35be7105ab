import { createApp } from 'astro/app/entrypoint';
import type { RenderPage } from '#src/server/http/render-page.ts';

const app = createApp();

/** Pages that were prerendered are files; Astro asks for one of its own where a page answers 404 or 500 without a body. */
const noErrorPage = async () => new Response(null, { status: 404 });

/** What the bundle of a build exports: the pages and endpoints that are rendered on demand. */
export const renderPage: RenderPage = async (request, locals) => {
  const routeData = app.match(request);
  if (!routeData) return undefined;
  return app.render(request, {
    addCookieHeader: true,
    locals,
    routeData,
    prerenderedErrorPageFetch: noErrorPage,
  });
};
