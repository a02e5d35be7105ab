/** The search engine did not respond, or not in time. */
export class SearchUnavailable extends Error {
  /** The engine works but refuses this query. */
  readonly isRefusal: boolean;

  constructor(message: string, options: ErrorOptions & { isRefusal?: boolean } = {}) {
    super(message, options);
    this.isRefusal = options.isRefusal ?? false;
  }
}
