import type { ServerResponse } from 'node:http';

const HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/** Two years, as the preload list asks. */
const HSTS = 'max-age=63072000; includeSubDomains';

/** Sent with every answer; the script and style policy comes with each page. */
export function setSecurityHeaders(res: ServerResponse, overTls: boolean): void {
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  if (overTls) res.setHeader('Strict-Transport-Security', HSTS);
}
