/** The search engine failed or timed out. */
export class SearchUnavailable extends Error {
  /** The engine works but rejected the query. */
  readonly isRefusal: boolean;

  constructor(message: string, options: ErrorOptions & { isRefusal?: boolean } = {}) {
    super(message, options);
    this.isRefusal = options.isRefusal ?? false;
  }
}

/** The search was decoded from the URL but failed validation: a client error. */
export class SearchUnreadable extends Error {}

/** InstantSearch wraps errors. */
function causeOf<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof kind) return cause;
  }
  return undefined;
}

/** The engine works but rejected the query, which must not open the circuit breaker. */
export const isRefusal = (error: unknown): boolean => causeOf(error, SearchUnavailable)?.isRefusal === true;

/** Maps to status 503. */
export const isSearchUnavailable = (error: unknown): error is Error =>
  causeOf(error, SearchUnavailable) !== undefined;

/** Maps to status 400. */
export const isSearchUnreadable = (error: unknown): error is Error =>
  causeOf(error, SearchUnreadable) !== undefined;
