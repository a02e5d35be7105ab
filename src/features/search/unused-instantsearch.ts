/**
 * Replaces modules of InstantSearch that nothing here calls: its router, its analytics, its templates and the
 * cache of its vendor's client. `astro.config.mjs` says which.
 */
const unused = () => ({});

export default unused;
export const createInsightsMiddleware = unused;
export const createMetadataMiddleware = unused;
export const isMetadataEnabled = () => false;
export const hydrateSearchClient = unused;
export const hydrateRecommendCache = unused;
