import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
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

/** RENDER=on-demand: every page when asked for, so that a test can render it under any configuration. */
const renderOnDemand = {
  name: 'render-on-demand',
  hooks: {
    'astro:route:setup': ({ route }) => {
      if (process.env.RENDER === 'on-demand') route.prerender = false;
    },
  },
};

export default defineConfig({
  output: 'static',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), intentDirective, renderOnDemand],
  cacheDir: './.astro/cache',
  trailingSlash: 'ignore',
  compressHTML: true,
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'always', format: 'directory' },
  session: false,
  markdown: { syntaxHighlight: false },
  security: {
    // Origin and content type are checked once, before Astro, by src/server/http.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: https:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
    },
  },
  vite: {
    cacheDir: './.astro/vite',
    // 14 KB that only InstantSearch's own router would use.
    resolve: {
      alias: { qs: fileURLToPath(new URL('./src/features/search/no-query-string.ts', import.meta.url)) },
    },
    build: { target: 'es2022' },
  },
});
