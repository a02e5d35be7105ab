import type { withViews as readViews } from '#src/features/search/server/views-of-hits.ts';

/** In place of `views-of-hits.ts`: a browser has no database, and cards of a preview show no page views. */
export const withViews: typeof readViews = async (_services, _dealer, results) => results;
