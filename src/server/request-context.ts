import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Runs the work of a request; what it logs carries the request's id. */
export const inRequest = <T>(id: string, work: () => T): T => ids.run(id, work);

/** For what a request may set off but is no part of. */
export const outsideRequests = <T>(work: () => T): T => ids.exit(work);

export const currentRequestId = (): string | undefined => ids.getStore();
