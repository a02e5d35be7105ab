import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import type { State } from '#src/config/sections/states.ts';
import { shopperRecord } from '#src/features/leads/client/shopper-record.ts';
import { isPostcode } from '#src/features/locations/distance.ts';
import { stateOfPostcode } from '#src/features/locations/postcode-state.ts';
import { POSTCODE_KEY } from './stored-place.ts';
import '#src/platform/ui/storage/stored-list.ts';

const known = (text: string | undefined): string => (text !== undefined && isPostcode(text) ? text : '');

/** The shopper's postcode, from this browser alone: typed where a page asks for it, or in a form before; else empty. */
export const $shopperPostcode = persistentAtom<string>(
  POSTCODE_KEY,
  typeof window === 'undefined' ? '' : known(shopperRecord().postcode),
  { encode: String, decode: known },
);

export const $shopperState = computed($shopperPostcode, (postcode): State | undefined =>
  stateOfPostcode(postcode),
);

/** Ignores a postcode that no state has. */
export function rememberPostcode(postcode: string): void {
  if (stateOfPostcode(postcode) !== undefined) $shopperPostcode.set(postcode);
}
