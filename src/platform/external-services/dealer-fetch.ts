import { Agent, buildConnector, fetch } from 'undici';
import { pinAddress, RefusedAddressError, resolveBySystem } from '#src/platform/http/public-address.ts';

/** As the browser's `fetch`, as far as requests to addresses in dealer files need it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** @returns the refusal behind a failed fetch, if its address was refused */
export const refusedAddress = (error: unknown): RefusedAddressError | undefined =>
  error instanceof Error && error.cause instanceof RefusedAddressError ? error.cause : undefined;

/**
 * CFG-23: fetches from addresses that a dealer file names: of public hosts, or those the operator allows. A connection
 * goes to the address that was checked, and a redirect is not followed.
 * @param allowedHosts `host:port` that may be private and use other ports
 */
export function dealerFetch(allowedHosts: readonly string[]): Fetch {
  const allowed = new Set(allowedHosts);
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
  // undici declares the web's own classes once more.
  return (url, init) =>
    fetch(url, { ...init, redirect: 'manual', dispatcher } as never) as unknown as Promise<Response>;
}
