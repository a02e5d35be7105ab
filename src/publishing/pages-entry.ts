import { createApp } from 'astro/app/entrypoint';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { readLaterNames } from '#src/server/used-styles.ts';

const app = createApp();

/** This module is the first file of the bundle, in its folder. */
const laterNames = readLaterNames(import.meta.dirname);

/** Astro asks for an error page of its own where a page answers 404 or 500 without a body. */
const noErrorPage = async () => new Response(null, { status: 404 });

/** What the bundle exports: every page and endpoint, for the build and for the http server. */
export const renderPage: RenderPage = async (request, locals) => {
  const routeData = app.match(request);
  if (!routeData) return undefined;
  return app.render(request, {
    addCookieHeader: true,
    locals: { ...locals, laterNames },
    routeData,
    prerenderedErrorPageFetch: noErrorPage,
  });
};
