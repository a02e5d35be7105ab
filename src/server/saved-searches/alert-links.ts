import { createHmac } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { SAVE_SEARCH_PATH } from '#src/config/sections/link-paths.ts';
import { isSameMac } from '../phone-codes/code-secrets.ts';

type Site = Pick<DealerConfig, 'slug' | 'hosts'>;

/** Binds a confirmation to one search of one dealer; the database alone does not make it. */
const macOfSearch = (secret: string, dealer: string, id: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['save-search-confirm', dealer, id]))
    .digest('base64url');

export const confirmUrl = (secret: string, dealer: Site, id: string): string =>
  `${canonicalOrigin(dealer)}${SAVE_SEARCH_PATH}/confirm/${id}/${macOfSearch(secret, dealer.slug, id)}`;

export const isConfirmMac = (
  secret: string,
  dealer: string,
  { id, mac }: { id: string; mac: string },
): boolean => isSameMac(macOfSearch(secret, dealer, id), mac);

/** Path of the results of a search that has alerts. */
export const seePath = (token: string): string => `${SAVE_SEARCH_PATH}/${token}`;
/** Path that ends alerts: a page with one button, and a POST. */
export const stopPath = (token: string): string => `${seePath(token)}/stop`;
