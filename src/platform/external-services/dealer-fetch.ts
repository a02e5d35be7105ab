import { pinAddress, RefusedAddressError, resolveBySystem } from '#src/platform/http/public-address.ts';

/** The subset of `fetch` used for addresses in dealer files. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** @returns the cause of a failed fetch, if its address was rejected */
export const refusedAddress = (error: unknown): RefusedAddressError | undefined =>
  error instanceof Error && error.cause instanceof RefusedAddressError ? error.cause : undefined;

/**
 * CFG-23: fetches addresses in dealer files: of public hosts, or those the operator allows. Connects to the address
 * that was checked, and does not follow redirects.
 * @param allowedHosts `host:port` that may be private and use other ports
 */
export function dealerFetch(allowedHosts: readonly string[]): Fetch {
  const allowed = new Set(allowedHosts);
  /** Processes that fetch nothing do not load the library. */
  async function open(): Promise<Fetch> {
    const { Agent, buildConnector, fetch } = await import('undici');
    const connect = buildConnector({});
    const dispatcher = new Agent({
      connect(options, done) {
        const { protocol, host, hostname } = options;
        const url = new URL(`${protocol}//${host ?? hostname}`);
        pinAddress(url, resolveBySystem, allowed).then(
          ({ address }) => connect({ ...options, hostname: address }, done),
          (error: Error) => done(error, null),
        );
      },
    });
    // undici declares the web's classes separately.
    return (url, init) =>
      fetch(url, { ...init, redirect: 'manual', dispatcher } as never) as unknown as Promise<Response>;
  }

  let opened: Promise<Fetch> | undefined;
  return async (url, init) => {
    opened ??= open();
    return (await opened)(url, init);
  };
}
