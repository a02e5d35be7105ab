import type { ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';

const HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/** Two years. A dealer's other subdomains are not ours to decide on, unless the dealer says so. */
const HSTS = 'max-age=63072000';

export type OverTls = 'yes' | 'no';

/** Sent with every response; the script and style policy comes with each page. */
export function setSecurityHeaders(res: ServerResponse, overTls: OverTls): void {
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  if (overTls === 'yes') res.setHeader('Strict-Transport-Security', HSTS);
}

/** What a dealer adds to them. */
export function setDealerHeaders(res: ServerResponse, dealer: DealerConfig, overTls: OverTls): void {
  if (overTls === 'yes' && dealer.secureSubdomains) {
    res.setHeader('Strict-Transport-Security', `${HSTS}; includeSubDomains`);
  }
}
