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
 * Scripts import others without preloading what those import: names of all those files would weigh more on each page
 * than its own script, and styles, the other use of the helper, are in the HTML.
 */
const lightImports = {
  name: 'light-imports',
  enforce: 'pre',
  configEnvironment: (name) => (name === 'client' ? { build: { modulePreload: false } } : undefined),
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/**
 * They have what the sheets cannot do without: popovers, subgrids, `color-mix()`. Older ones that know no ranges in
 * media queries show the layout of phones.
 */
const STYLES_FOR = ['chrome120', 'firefox125', 'safari17'];

/** Small modules that many parts share come in few files: by default each would be a request of its own. */
const SHARED_FILES = [
  {
    name: 'text',
    test: /\/(?:number-format|fold-text|input-events|distance|states|stock-terms|page-paths|estimate-text)\.ts/,
  },
  {
    name: 'page',
    test: /\/(?:deferred-work|browser-storage|visit-memory|own-terms-key|stored-place|shopper-key)\.ts|preload-helper/,
  },
  {
    name: 'cars',
    test: /\/(?:saved-cars\.store|compared-cars\.store|storage\/stored-list|dom\/announce|single-icons)/,
  },
  { name: 'search', test: /\/(?:history-entries|search-anchors|breakpoints)\.ts/ },
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|@nanostores\/react|nanostores\/map)\// },
  { name: 'prices', test: /\/(?:price-display|repayment-display|form-access|saved-change|market-price)\.ts/ },
  { name: 'loan', test: /\/(?:own-loan|calculator-inputs|loan\/repayment|repayment\.store)\.ts/ },
  {
    name: 'terms',
    test: /\/(?:search-wording|search-state|search-requests|url-codec|facets|drive-away-facets)\.ts/,
  },
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
    plugins: [sharedModules, lightImports],
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
