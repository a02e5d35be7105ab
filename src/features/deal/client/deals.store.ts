import { MAX_DEALS } from '#src/features/deal/saved-deal.ts';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';
import { storedList } from '#src/platform/ui/storage/stored-list.ts';

/** VDP-238: a deal on this device, one for each vehicle. */
export type DeviceDeal = {
  carId: string;
  slug: string;
  name: string;
  query: string;
  /** When it was last changed, ISO 8601. */
  savedAt: string;
  /** Whether the account of the shopper has it. */
  isSynced: boolean;
};

const isDeviceDeal = (value: unknown): value is DeviceDeal =>
  isJsonObject(value) &&
  ['carId', 'slug', 'name', 'query', 'savedAt'].every((key) => typeof value[key] === 'string') &&
  typeof value.isSynced === 'boolean';

/** Newest first. */
export const $deals = storedList('forecourt:deals', isDeviceDeal);

export const deviceDeal = (carId: string): DeviceDeal | undefined =>
  $deals.get().find((deal) => deal.carId === carId);

/** The eleventh replaces the oldest. */
export function keepDeal(deal: Omit<DeviceDeal, 'isSynced'>): void {
  const others = $deals.get().filter(({ carId }) => carId !== deal.carId);
  $deals.set([{ ...deal, isSynced: false }, ...others].slice(0, MAX_DEALS));
}
