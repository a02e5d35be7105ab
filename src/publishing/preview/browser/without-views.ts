import type { withViews as readViews } from '#src/server/search/views-of-hits.ts';

/** In place of `views-of-hits.ts`: a browser has no database, and cards of a preview show no page views. */
export const withViews: typeof readViews = async (_services, _dealer, results) => results;
