import { AsyncLocalStorage } from 'node:async_hooks';

/** Passes locals to Astro's development server, which renders the pages in `npm run dev`. */
export const developmentLocals = new AsyncLocalStorage<object>();
