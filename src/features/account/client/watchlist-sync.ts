import { type Favourite, withoutCar } from '#src/features/account/saved-cars/car-lists.ts';
import {
  MERGE_PATH,
  REMOVE_CAR_PATH,
  SAVE_CAR_PATH,
  WATCHLIST_PATH,
  type Watchlist,
} from '#src/features/account/watchlist.ts';
import { showAlert, showToast } from '#src/platform/ui/dom/toast.ts';
import { browserStorage, readStored, writeStored } from '#src/platform/ui/storage/browser-storage.ts';
import {
  $carsBeingSaved,
  $heartPresses,
  $savedCars,
  type HeartPress,
  savedPrices,
  takeBack,
} from './saved-cars.store.ts';
import { removedText, savedText, VIEW_LIST } from './watchlist-toasts.ts';

const RESPONSE_TIMEOUT_MS = 15_000;
/** `code` is the server's error code, or `unreachable` if there was no response. */
type CallFailure = { code: string; message: string };
const UNREACHABLE: CallFailure = {
  code: 'unreachable',
  message: 'We couldn’t reach our server. Please check your connection and try again.',
};
type Result<T> = { ok: true; body: T } | ({ ok: false } & CallFailure);

async function call<T>(path: string, body?: object): Promise<Result<T>> {
  try {
    const response = await fetch(path, {
      ...(body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const read = await response.json();
    if (response.ok) return { ok: true, body: read as T };
    return {
      ok: false,
      code: String(read.error?.code),
      message: String(read.error?.message ?? UNREACHABLE.message),
    };
  } catch {
    return { ok: false, ...UNREACHABLE };
  }
}

const fetchWatchlist = () => call<Watchlist>(WATCHLIST_PATH);

const sendPress = (saved: boolean, phone: string, carId: string) =>
  call<object>(saved ? SAVE_CAR_PATH : REMOVE_CAR_PATH, { phone_number: phone, car_id: carId });

const sendMerge = (phone: string, add: object[], remove: string[]) =>
  call<Watchlist>(MERGE_PATH, { phone_number: phone, add, remove });

/** The server's list at the last sync. Local differences from it are changes that are not sent yet. */
const SEEN_KEY = 'forecourt:watchlist';
type Seen = { list: string; ids: string[] };

const storage = () => browserStorage('localStorage');

function readSeen(): Seen | undefined {
  const { list, ids } = (readStored(storage(), SEEN_KEY) ?? {}) as Partial<Seen>;
  return typeof list === 'string' && Array.isArray(ids) ? { list, ids } : undefined;
}

/** Clicks with a pending request, by car id. */
const pending = new Map<string, HeartPress>();

const localIds = () => $savedCars.get().map(({ id }) => id);

/** Records the list as synced, without pending changes. */
function recordSynced(list: string | undefined): void {
  const settled = localIds().filter((id) => !pending.has(id));
  const removed = [...pending.values()].flatMap(({ car, saved }) => (saved ? [] : [car.id]));
  writeStored(storage(), SEEN_KEY, list === undefined ? null : { list, ids: [...settled, ...removed] });
}

/** Replaces the local list by the server's, keeping pending changes. */
function applyServerList(list: Watchlist): void {
  const presses = [...pending.values()];
  const settled = presses.reduce<Favourite[]>((cars, { car }) => withoutCar(cars, car), list.cars);
  $savedCars.set([...presses.flatMap(({ car, saved }) => (saved ? [car] : [])), ...settled]);
  recordSynced(list.list_id);
}

/** Local changes since the last sync; none if that was another person's list. */
function unsentChanges(list: string | undefined): { add: string[]; remove: string[] } {
  const seen = readSeen();
  if (seen && seen.list !== list) return { add: [], remove: [] };
  const [before, now] = [seen?.ids ?? [], localIds()];
  return {
    add: now.filter((id) => !before.includes(id) && !pending.has(id)),
    remove: before.filter((id) => !now.includes(id) && !pending.has(id)),
  };
}

/** After sign-out, removes the synced list from this browser; cars saved since then stay. */
function forgetList(): void {
  const seen = readSeen();
  if (!seen) return;
  $savedCars.set($savedCars.get().filter(({ id }) => !seen.ids.includes(id) || pending.get(id)?.saved));
  recordSynced(undefined);
}

/** The list of the signed-in person; undefined if the server does not respond. `merged` counts the cars added to it. */
type Synced = { list: Watchlist; merged: number } | undefined;

/** FAV-02: syncs the browser's list with the server's; cars saved before sign-in are added to the latter. */
async function syncWatchlist(): Promise<Synced> {
  const fetched = await fetchWatchlist();
  if (!fetched.ok) return undefined;
  const { signed_in, list_id, phone_number = '' } = fetched.body;
  if (!signed_in) {
    forgetList();
    return { list: fetched.body, merged: 0 };
  }
  const { add, remove } = unsentChanges(list_id);
  if (add.length + remove.length === 0) {
    applyServerList(fetched.body);
    return { list: fetched.body, merged: 0 };
  }
  const prices = savedPrices();
  const cars = add.map((id) => ({ car_id: id, ...(prices.has(id) && { price: prices.get(id) }) }));
  const merged = await sendMerge(phone_number, cars, remove);
  if (!merged.ok) return undefined;
  applyServerList(merged.body);
  return { list: merged.body, merged: add.length };
}

/** The dealer's noun for a vehicle, such as "car". */
let noun: string;
const savedToast = () => savedText(noun);
const removedToast = () => removedText(noun);

/** FAV-04: the sign-in page, which redirects back to this page. */
function signInAddress(): string {
  const here = location.pathname + location.search;
  return `/sign-in?${new URLSearchParams({ type: 'watchlist', redirect: here, back: here })}`;
}

function setBusy(id: string, isBusy: boolean): void {
  const others = [...$carsBeingSaved.get()].filter((each) => each !== id);
  $carsBeingSaved.set(new Set(isBusy ? [...others, id] : others));
}

/** FAV-02: reverts a change that failed. */
function undo({ car, saved }: HeartPress): void {
  const others = withoutCar($savedCars.get(), car);
  $savedCars.set(saved ? others : [car, ...others]);
}

let synced: Promise<Synced> | undefined;

/**
 * FAV-02, FAV-03: syncs once per page, again if the server did not respond, and sends all later changes. Subscribes
 * first, so that the fetched list does not undo a change made meanwhile.
 * @param sold the dealer's noun for a vehicle, such as "car"
 */
export function synchronise(sold: string): Promise<Synced> {
  noun = sold;
  followChanges();
  return synchronised();
}

function synchronised(): Promise<Synced> {
  synced ??= syncWatchlist().then((list) => {
    if (!list) synced = undefined;
    else if (list.merged > 0) showToast(savedToast(), VIEW_LIST);
    return list;
  });
  return synced;
}

function fail(change: HeartPress, { code, message }: CallFailure): void {
  // The session has expired: the car is saved after sign-in.
  if (code === 'sign_in_required' && change.saved) location.assign(signInAddress());
  else {
    undo(change);
    showAlert(message);
  }
}

async function send(change: HeartPress): Promise<void> {
  const { car, saved } = change;
  const fetched = await synchronised();
  if (!fetched) return fail(change, UNREACHABLE);
  const { signed_in, phone_number, list_id } = fetched.list;
  if (!signed_in || !phone_number) {
    // A car saved before sign-in is added to the list after it.
    if (saved) location.assign(signInAddress());
    return undefined;
  }
  const sent = await sendPress(saved, phone_number, car.id);
  pending.delete(car.id);
  if (!sent.ok) return fail(change, sent);
  recordSynced(list_id);
  showToast(saved ? savedToast() : removedToast(), VIEW_LIST, takeBack(change));
  return undefined;
}

/** Requests run sequentially, so that the last change wins. */
let queue: Promise<void> = Promise.resolve();
let followed = 0;

function follow(changes: readonly HeartPress[]): void {
  for (const change of changes.slice(followed)) {
    setBusy(change.car.id, true);
    pending.set(change.car.id, change);
    queue = queue
      .then(() => send(change))
      .catch(() => fail(change, UNREACHABLE))
      .finally(() => {
        pending.delete(change.car.id);
        setBusy(change.car.id, false);
      });
  }
  followed = changes.length;
}

let isFollowing = false;

function followChanges(): void {
  if (isFollowing) return;
  isFollowing = true;
  $heartPresses.subscribe(follow);
}
