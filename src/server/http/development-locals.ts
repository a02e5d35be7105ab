import { AsyncLocalStorage } from 'node:async_hooks';

/** What the http server passes to a page, in `npm run dev`: there pages are rendered by Astro's development server. */
export const developmentLocals = new AsyncLocalStorage<object>();
