import { fileURLToPath } from 'node:url';
import { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

/** `client:intent`: an island wakes at the shopper's first pointer, touch or focus on it. */
const intentDirective = {
  name: 'client-intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './src/ui/intent-directive.ts' }),
  },
};

/** Pages are rendered by the http server of this project: a bundle exports `renderPage` and nothing else. */
const pagesAdapter = {
  name: 'pages-adapter',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        ...getAdapter({ staticHeaders: false }),
        serverEntrypoint: fileURLToPath(new URL('./src/publishing/pages-entry.ts', import.meta.url)),
      }),
  },
};

/**
 * What the http server and the pages share is loaded from its source and not bundled into the pages: a process has one
 * copy of each module, with its classes and its state.
 */
const SHARED = /^#src\/(?:config|dealer-files|domain|providers|routing|server|wire)\//;
const oneCopy = {
  name: 'one-copy',
  configEnvironment: (name) =>
    name === 'client' ? undefined : { build: { rollupOptions: { external: [SHARED] } } },
};

/** Its router with `qs`, its analytics, its templates and the cache of its vendor's client: 18 KB compressed. */
const UNUSED_INSTANTSEARCH =
  /\/(?:createInsightsMiddleware|createMetadataMiddleware|routers\/history|createHelpers|stateMappings\/simple|hydrateSearchClient|hydrateRecommendCache)\.js$/;
const leanInstantSearch = {
  name: 'lean-instantsearch',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.includes('/instantsearch.js/') && UNUSED_INSTANTSEARCH.test(source)
      ? fileURLToPath(new URL('./src/features/search/unused-instantsearch.ts', import.meta.url))
      : undefined,
};

/** What every page runs before any gesture, but for the script that begins it. */
const SITE_MODULES =
  /src\/(?:ui\/browser-storage|domain\/clock|layouts\/quiet-fade|routing\/path-without-key|features\/account\/(?!site-script|lead-|saved-cars)[\w-]+|features\/analytics\/(?!vendor|held|hold)[\w-]+)\.ts$/;

export default defineConfig({
  output: 'server',
  adapter: pagesAdapter,
  integrations: [react(), intentDirective],
  cacheDir: './.astro/cache',
  trailingSlash: 'ignore',
  compressHTML: true,
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'always', format: 'directory', redirects: false },
  session: false,
  markdown: { syntaxHighlight: false },
  security: {
    // Origin and content type are checked once, before Astro, by src/server/http.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        // Blobs are what scripts of the site make themselves: textures of a panorama.
        "img-src 'self' data: blob: https:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
    },
  },
  vite: {
    plugins: [oneCopy, leanInstantSearch],
    cacheDir: './.astro/vite',
    build: {
      target: 'es2022',
      // Of the pages that run on the server, which no shopper downloads.
      chunkSizeWarningLimit: 2000,
      // Scripts are files, however small: `src/layouts/later-scripts.ts` says when each is asked for.
      assetsInlineLimit: (file) => (file.endsWith('.js') ? false : undefined),
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // Each is small and on every page, or on that of every vehicle: a file for each would weigh more than what is in it.
            output: {
              codeSplitting: {
                groups: [
                  { name: 'site', test: SITE_MODULES },
                  { name: 'vehicle', test: /src\/ui\/(?:plain-click|when-near)\.ts$/ },
                ],
              },
            },
          },
        },
      },
    },
  },
});
