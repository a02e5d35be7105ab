/** The search engine did not respond, or not in time. */
export class SearchUnavailable extends Error {
  /** The engine works but refuses this query. */
  readonly isRefusal: boolean;

  constructor(message: string, options: ErrorOptions & { isRefusal?: boolean } = {}) {
    super(message, options);
    this.isRefusal = options.isRefusal ?? false;
  }
}

/** A search that passes the address parser but not the endpoint's checks: the shopper's address is wrong. */
export class SearchUnreadable extends Error {}

/** InstantSearch wraps errors, so causes are searched. */
function causeOf<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof kind) return cause;
  }
  return undefined;
}

/** An engine that works but refuses one query: no reason to open the breaker. */
export const isRefusal = (error: unknown): boolean => causeOf(error, SearchUnavailable)?.isRefusal === true;

/** True where the engine is unavailable: a response of 503, not a fault of ours. */
export const isSearchUnavailable = (error: unknown): error is Error =>
  causeOf(error, SearchUnavailable) !== undefined;

/** True where the search cannot be read: a response of 400. */
export const isSearchUnreadable = (error: unknown): error is Error =>
  causeOf(error, SearchUnreadable) !== undefined;
