import { AsyncLocalStorage } from 'node:async_hooks';

/** Imports, deliveries, jobs and commands: longer than another process's longest transaction. */
const DEFAULT_PATIENCE_MS = 60_000;

const patience = new AsyncLocalStorage<number>();

/** Whatever `work` writes waits at most so long for the database's write lock, counted for each statement. */
export const withLockPatience = <T>(ms: number, work: () => T): T => patience.run(ms, work);

/** How long a statement may wait for the write lock, in ms. */
export const lockPatience = (): number => patience.getStore() ?? DEFAULT_PATIENCE_MS;
