import { createHash } from 'node:crypto';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { MAKE_MARKS } from './src/config/sections/make-marks.data.ts';
import { STAR_ROW } from './src/features/content/reviews/star-row.ts';
import { laterNames } from './src/publishing/later-names.ts';
import { namedBreakpoints } from './src/styles/breakpoints.ts';
import { ICONS } from './src/ui/icons.data.ts';

/** `client:intent`: an island wakes at the shopper's first pointer, touch or focus on it. */
const intentDirective = {
  name: 'client-intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './src/ui/intent-directive.ts' }),
  },
};

/**
 * What the http server and the pages share is loaded from its source and not bundled into the pages: a process has one
 * copy of each module, with its classes and its state.
 */
const SHARED = /^#src\/(?:config|dealer-files|domain|providers|routing|server|wire)\//;
const sharedModules = {
  name: 'shared-modules',
  configEnvironment: (name) =>
    name === 'client' ? undefined : { build: { rolldownOptions: { external: [SHARED] } } },
};

/** An SVG file of 24 units a side. */
const drawing = (name, content) => {
  const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`;
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { source, fileName: `_astro/${name}.${hash}.svg` };
};
const MARKS = Object.entries(MAKE_MARKS).map(([slug, { path }]) => ({
  slug,
  ...drawing(`mark-${slug}`, `<path d="${path}"/>`),
}));
const ICON_FILE = drawing(
  'icons',
  Object.entries({ ...ICONS, stars: STAR_ROW })
    .map(([name, path]) => `<path id="${name}" d="${path}"/>`)
    .join(''),
);
const DRAWINGS_MODULE = '\0virtual:drawings';
/** Outlines as files, for what comes after the first screen: a file for each make, one for all icons. */
const drawings = {
  name: 'drawings',
  resolveId: (source) => (source === DRAWINGS_MODULE.slice(1) ? DRAWINGS_MODULE : undefined),
  load(id) {
    if (id !== DRAWINGS_MODULE) return undefined;
    const marks = Object.fromEntries(MARKS.map(({ slug, fileName }) => [slug, `/${fileName}`]));
    return `export const ICON_FILE = "/${ICON_FILE.fileName}"; export const MARK_FILES = ${JSON.stringify(marks)}`;
  },
  generateBundle() {
    if (this.environment.name !== 'client') return;
    for (const { fileName, source } of [...MARKS, ICON_FILE])
      this.emitFile({ type: 'asset', fileName, source });
  },
};

/** What every page runs before any gesture, but for the script that begins it. */
const SITE_MODULES =
  /vite\/preload-helper|src\/(?:ui\/browser-storage|domain\/clock|layouts\/quiet-fade|routing\/path-without-key|features\/account\/(?:favourite|favourite-buttons|favourites\.store|stored-list|stored-list\.store|viewed-cars|visit-memory)|features\/analytics\/(?!vendor|held|hold)[\w-]+)\.ts$/;

/** What scripts that wait for a gesture have in common. */
const GESTURE_MODULES =
  /src\/(?:ui\/(?:load-script|each-redraw)|domain\/finance\/own-terms-key|features\/analytics\/held-events)\.ts$/;
/** What a search and the boxes that lead to it have in common. */
const SEARCH_BOX_MODULES = /src\/(?:domain\/search\/folded|features\/search\/search-history)\.ts$/;

/**
 * They have what the sheets cannot do without: popovers, subgrids, `color-mix()`. Older ones that know no ranges in
 * media queries show the layout of phones.
 */
const STYLES_FOR = ['chrome120', 'firefox125', 'safari17'];

export default defineConfig({
  output: 'server',
  // Rendered in the project's own http server: src/server/http/page-code.ts.
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), intentDirective, laterNames()],
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
    plugins: [sharedModules, drawings],
    cacheDir: './.astro/vite',
    css: { postcss: { plugins: [namedBreakpoints] } },
    build: {
      target: 'es2022',
      cssTarget: STYLES_FOR,
      // Of the pages that run on the server, which no shopper downloads.
      chunkSizeWarningLimit: 2000,
      // Scripts are files, however small: `src/layouts/later-scripts.ts` says when each is asked for.
      assetsInlineLimit: (file) => (file.endsWith('.js') ? false : undefined),
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // Each is small and on many pages: a file for each would weigh more, and wait longer, than what is in it.
            output: {
              // The place of a script in its component is no name, and each page has a dozen of them.
              entryFileNames: ({ name }) =>
                /_astro_type_script_/.test(name) ? '_astro/[hash].js' : '_astro/[name].[hash].js',
              codeSplitting: {
                groups: [
                  { name: 'site', test: SITE_MODULES },
                  // Every island needs all of it.
                  {
                    name: 'react',
                    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|@astrojs\/react\/dist\/(?!server)|src\/ui\/packed-props\.ts$/,
                  },
                  {
                    name: 'vehicle',
                    test: /src\/(?:ui\/(?:adopt-styles|plain-click|when-near)|domain\/money)\.ts$/,
                  },
                  { name: 'gesture', test: GESTURE_MODULES },
                  { name: 'search-box', test: SEARCH_BOX_MODULES },
                ],
              },
            },
          },
        },
      },
    },
  },
});
