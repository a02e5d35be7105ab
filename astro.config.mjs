import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { namedBreakpoints } from './src/platform/ui/styles/breakpoints.ts';
import { SHARED_MODULES } from './src/publishing/release/shared-modules.ts';

/** `client:intent`: an island wakes at the shopper's first pointer, touch or focus on it. */
const intentDirective = {
  name: 'client-intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './src/platform/ui/hydration/intent-directive.ts' }),
  },
};

const sharedModules = {
  name: 'shared-modules',
  configEnvironment: (name) =>
    name === 'client' ? undefined : { build: { rolldownOptions: { external: [SHARED_MODULES] } } },
};

/**
 * They have what the sheets cannot do without: popovers, subgrids, `color-mix()`. Older ones that know no ranges in
 * media queries show the layout of phones.
 */
const STYLES_FOR = ['chrome120', 'firefox125', 'safari17'];

/** Small modules that many parts share come in few files: by default each would be a request of its own. */
const SHARED_FILES = [
  {
    name: 'page',
    test: /\/(?:deferred-work|browser-storage|visit-memory|own-terms-key)\.ts|preload-helper/,
  },
  {
    name: 'cars',
    test: /\/(?:saved-cars\.store|compared-cars\.store|storage\/stored-list|dom\/announce|single-icons)/,
  },
  { name: 'search', test: /\/(?:history-entries|search-anchors|breakpoints)\.ts/ },
  { name: 'text', test: /\/(?:number-format|fold-text|input-events|distance)\.ts/ },
  { name: 'react', test: /node_modules\/(?:react|@nanostores\/react|nanostores\/map)\// },
];

export default defineConfig({
  output: 'server',
  // Rendered in the project's own http server: src/server/http/page-code.ts.
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  integrations: [react(), intentDirective],
  cacheDir: './.astro/cache',
  trailingSlash: 'ignore',
  compressHTML: 'jsx',
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
        // Blobs are what scripts of the site make themselves: textures of a panorama. Pages add the hosts of their pictures.
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
    },
  },
  vite: {
    plugins: [sharedModules],
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED_FILES } } } } },
    },
    cacheDir: './.astro/vite',
    css: { postcss: { plugins: [namedBreakpoints] } },
    build: {
      target: 'es2022',
      cssTarget: STYLES_FOR,
      // Of the pages that run on the server, which no shopper downloads.
      chunkSizeWarningLimit: 2000,
    },
  },
});
