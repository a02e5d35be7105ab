import { SHOPPER_KEY } from '#src/features/leads/client/shopper-key.ts';
import { browserStorage } from '#src/platform/ui/storage/browser-storage.ts';

export const POSTCODE_KEY = 'forecourt:postcode';

/** Whether this browser may know its shopper's postcode; cheaper than the store. */
export function mayKnowPlace(): boolean {
  const storage = browserStorage('localStorage');
  return [POSTCODE_KEY, SHOPPER_KEY].some((key) => (storage?.getItem(key) ?? null) !== null);
}
