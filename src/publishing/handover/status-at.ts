import { request } from 'node:http';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import type { StatusInForce } from '../warm-up.ts';

const RESPONSE_MS = 10_000;

/** Asks a running server for pages: the host of a request decides whose they are, which `fetch` does not set. */
export const statusAt =
  (url: string): StatusInForce =>
  (dealer, path) =>
    new Promise((resolve) => {
      const { host } = new URL(canonicalOrigin(dealer));
      const asked = request(new URL(path, url), { headers: { host }, timeout: RESPONSE_MS }, (res) => {
        resolve(res.statusCode);
        res.destroy();
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', () => resolve(undefined)).end();
    });
