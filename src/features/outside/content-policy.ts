import type { AstroGlobal } from 'astro';

type Page = Pick<AstroGlobal, 'csp'>;

/** Lets this page load scripts of one more host. */
export const allowScript = ({ csp }: Page, address: string): void =>
  csp?.insertScriptResource(new URL(address).origin as `https:${string}`);

/** Lets this page show frames of these hosts. */
export const allowFrames = ({ csp }: Page, addresses: readonly string[]): void => {
  const hosts = [...new Set(addresses.map((address) => new URL(address).origin))];
  if (hosts.length > 0) csp?.insertDirective(`frame-src ${hosts.join(' ')}`);
};
