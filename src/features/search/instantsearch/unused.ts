/**
 * Replaces modules of InstantSearch that nothing here calls: its router, its analytics, its templates, the cache of its
 * vendor's client, trees of facets, recommendations. `astro.config.mjs` says which.
 */
const unused = () => () => undefined;

export default unused;
export const createInsightsMiddleware = unused;
export const addInsightsToRecommendParameters = unused;
export const createMetadataMiddleware = unused;
export const isMetadataEnabled = () => false;
export const hydrateSearchClient = unused;
export const hydrateRecommendCache = unused;
export const createDocumentationLink = unused;
export const createDocumentationMessageGenerator = unused;
/** There is one index, whose parameters are complete. */
export const mergeSearchParameters = <T>(...parameters: readonly T[]): T | undefined => parameters.at(-1);
// For modules that are required.
export { unused as 'module.exports' };
