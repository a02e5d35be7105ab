import type { AstroGlobal } from 'astro';

type Page = Pick<AstroGlobal, 'csp'>;

/** Lets this page load scripts of one more host. */
export function allowScript({ csp }: Page, address: string): void {
  // Any host named takes the place of the site's own, which is then no longer meant by default.
  csp?.insertScriptResource("'self'");
  csp?.insertScriptResource(new URL(address).origin);
}

/** Lets this page show frames of these hosts. */
export const allowFrames = ({ csp }: Page, addresses: readonly string[]): void => {
  const hosts = [...new Set(addresses.map((address) => new URL(address).origin))];
  if (hosts.length > 0) csp?.insertDirective(`frame-src ${hosts.join(' ')}`);
};
