import type { Favourite } from '#src/domain/vehicle/favourite.ts';
import { withoutCar } from '#src/domain/vehicle/favourite.ts';
import { browserStorage, readStored, writeStored } from '#src/ui/browser-storage.ts';
import type { Watchlist } from '#src/wire/watchlist.ts';
import { $savedCars, type HeartPress, savedPrices } from './saved-cars.store.ts';
import { fetchWatchlist, sendMerge } from './watchlist-calls.ts';

/** The server's list as this browser last saw it: what differs from it now was changed here and is not sent yet. */
const SEEN_KEY = 'forecourt:watchlist';
type Seen = { list: string; ids: string[] };

const storage = () => browserStorage('localStorage');

function readSeen(): Seen | undefined {
  const { list, ids } = (readStored(storage(), SEEN_KEY) ?? {}) as Partial<Seen>;
  return typeof list === 'string' && Array.isArray(ids) ? { list, ids } : undefined;
}

/** Presses of this page that are on their way, by car: each is sent on its own. */
export const pending = new Map<string, HeartPress>();

const localIds = () => $savedCars.get().map(({ id }) => id);

/** Whose list this browser now shows, without what is on its way. */
export function seeList(list: string | undefined): void {
  const settled = localIds().filter((id) => !pending.has(id));
  const removed = [...pending.values()].flatMap(({ car, saved }) => (saved ? [] : [car.id]));
  writeStored(storage(), SEEN_KEY, list === undefined ? null : { list, ids: [...settled, ...removed] });
}

/** The list of the server, with what is on its way to it. */
function take(list: Watchlist): void {
  const presses = [...pending.values()];
  const settled = presses.reduce<Favourite[]>((cars, { car }) => withoutCar(cars, car), list.cars);
  $savedCars.set([...presses.flatMap(({ car, saved }) => (saved ? [car] : [])), ...settled]);
  seeList(list.list_id);
}

/** What was saved and removed here since. A list of another person is not this one's business. */
function unsent(list: string | undefined): { add: string[]; remove: string[] } {
  const seen = readSeen();
  if (seen && seen.list !== list) return { add: [], remove: [] };
  const [before, now] = [seen?.ids ?? [], localIds()];
  return {
    add: now.filter((id) => !before.includes(id) && !pending.has(id)),
    remove: before.filter((id) => !now.includes(id) && !pending.has(id)),
  };
}

/** After sign-out the list of the person who was signed in leaves this browser; what was saved since stays. */
function forgetList(): void {
  const seen = readSeen();
  if (!seen) return;
  $savedCars.set($savedCars.get().filter(({ id }) => !seen.ids.includes(id) || pending.get(id)?.saved));
  seeList(undefined);
}

/** The list of the person who is signed in; undefined if the server does not respond. `merged` is how many cars joined it. */
export type Synced = { list: Watchlist; merged: number } | undefined;

/** FAV-02: brings the browser's list and the server's together; what was saved before sign-in joins the latter. */
export async function syncWatchlist(): Promise<Synced> {
  const known = await fetchWatchlist();
  if (!known.ok) return undefined;
  const { signed_in, list_id, phone_number = '' } = known.body;
  if (!signed_in) {
    forgetList();
    return { list: known.body, merged: 0 };
  }
  const { add, remove } = unsent(list_id);
  if (add.length + remove.length === 0) {
    take(known.body);
    return { list: known.body, merged: 0 };
  }
  const prices = savedPrices();
  const cars = add.map((id) => ({ car_id: id, ...(prices.has(id) && { price: prices.get(id) }) }));
  const merged = await sendMerge(phone_number, cars, remove);
  if (!merged.ok) return undefined;
  take(merged.body);
  return { list: merged.body, merged: add.length };
}
