import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from 'astro/app/entrypoint';
import type { RenderPage } from '#src/server/http/page-code.ts';
import type { LaterClasses } from '#src/server/used-styles.ts';
import { LATER_CLASSES_FILE } from './later-classes.ts';

const app = createApp();

/** Beside this module, once both are built. */
function readLaterClasses(): LaterClasses {
  const text = readFileSync(join(import.meta.dirname, LATER_CLASSES_FILE), 'utf8');
  const ofScripts = Object.entries(JSON.parse(text) as Record<string, string[]>);
  return new Map(ofScripts.map(([address, classes]) => [address, new Set(classes)]));
}

const laterClasses = readLaterClasses();

/** Astro asks for an error page of its own where a page answers 404 or 500 without a body. */
const noErrorPage = async () => new Response(null, { status: 404 });

/** What the bundle exports: every page and endpoint, for the build and for the http server. */
export const renderPage: RenderPage = async (request, locals) => {
  const routeData = app.match(request);
  if (!routeData) return undefined;
  return app.render(request, {
    addCookieHeader: true,
    locals: { ...locals, laterClasses },
    routeData,
    prerenderedErrorPageFetch: noErrorPage,
  });
};
