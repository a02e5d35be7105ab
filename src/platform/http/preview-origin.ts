import type { PreviewConfig } from '#src/config/sections/site/preview-section.ts';

type PreviewedDealer = {
  slug: string;
  hosts: readonly string[];
  previousHosts: readonly string[];
  preview: Pick<PreviewConfig, 'origins'>;
};

/** Whether an origin is the dealer's own website, at a current or previous host, or on this machine. */
export function isOwnOrigin(
  { slug, hosts, previousHosts }: Omit<PreviewedDealer, 'preview'>,
  origin: string,
): boolean {
  const { host, hostname } = new URL(origin);
  const own = [...hosts, ...previousHosts, `${slug}.localhost`];
  return own.includes(host) || own.includes(hostname);
}

/**
 * PLAT-04: the registered preview origin of a request, from its `Origin` header, which pages cannot forge. The dealer's
 * own website is excluded, because its leads are real.
 * @returns undefined for all other requests
 */
export function previewOrigin(
  dealer: PreviewedDealer,
  origin: string | null | undefined,
): string | undefined {
  const found = dealer.preview.origins.find((one) => one === origin);
  return found === undefined || isOwnOrigin(dealer, found) ? undefined : found;
}
