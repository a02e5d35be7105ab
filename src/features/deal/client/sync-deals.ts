import { type AccountDeals, DEALS_PATH } from '#src/features/deal/saved-deal.ts';
import { $deals, type DeviceDeal } from './deals.store.ts';

const RESPONSE_TIMEOUT_MS = 10_000;

async function sendDeals(deals: readonly DeviceDeal[]): Promise<AccountDeals | undefined> {
  try {
    const response = await fetch(DEALS_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        deals: deals.map(({ carId, query, savedAt }) => ({ car_id: carId, query, saved_at: savedAt })),
        remove: [],
      }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    return response.ok ? ((await response.json()) as AccountDeals) : undefined;
  } catch {
    return undefined;
  }
}

/** The deals of the account, and those of this device that it does not have yet. */
export function mergedDeals(
  stored: AccountDeals['deals'],
  onDevice: readonly DeviceDeal[],
  sent: readonly DeviceDeal[],
): DeviceDeal[] {
  const unsent = onDevice.filter(
    (deal) =>
      !deal.isSynced && !sent.some(({ carId, savedAt }) => carId === deal.carId && savedAt === deal.savedAt),
  );
  const synced = stored.flatMap(({ car_id, slug, name, query, saved_at }) => {
    if (unsent.some(({ carId }) => carId === car_id)) return [];
    const before = onDevice.find(({ carId }) => carId === car_id);
    const listed = slug !== undefined && name !== undefined ? { slug, name } : before;
    return listed
      ? [{ carId: car_id, slug: listed.slug, name: listed.name, query, savedAt: saved_at, isSynced: true }]
      : [];
  });
  return [...unsent, ...synced];
}

/**
 * VDP-238: sends what has changed on this device to the account and takes what others have changed. Without sign-in,
 * the deals of an account leave the device.
 * @returns whether the account's deals have changed by it
 */
export async function syncDeals(isSignedIn: boolean): Promise<boolean> {
  const changed = $deals.get().filter(({ isSynced }) => !isSynced);
  if (!isSignedIn) {
    $deals.set(changed);
    return false;
  }
  const response = await sendDeals(changed);
  if (!response) return false;
  $deals.set(mergedDeals(response.deals, $deals.get(), changed));
  return changed.length > 0;
}
