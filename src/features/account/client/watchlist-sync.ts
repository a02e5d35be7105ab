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
} from './saved-cars.store.ts';
import { removedText, savedText, VIEW_LIST } from './watchlist-toasts.ts';

const RESPONSE_TIMEOUT_MS = 15_000;
/** `code` is the server's; `unreachable` without a response. */
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

/** The server's list as this browser last saw it: what differs from it now was changed here and is not sent yet. */
const SEEN_KEY = 'forecourt:watchlist';
type Seen = { list: string; ids: string[] };

const storage = () => browserStorage('localStorage');

function readSeen(): Seen | undefined {
  const { list, ids } = (readStored(storage(), SEEN_KEY) ?? {}) as Partial<Seen>;
  return typeof list === 'string' && Array.isArray(ids) ? { list, ids } : undefined;
}

/** Presses of this page that are on their way, by car: each is sent on its own. */
const pending = new Map<string, HeartPress>();

const localIds = () => $savedCars.get().map(({ id }) => id);

/** Whose list this browser now shows, without what is on its way. */
function seeList(list: string | undefined): void {
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
type Synced = { list: Watchlist; merged: number } | undefined;

/** FAV-02: brings the browser's list and the server's together; what was saved before sign-in joins the latter. */
async function syncWatchlist(): Promise<Synced> {
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

/** What the dealer sells: "car". */
let noun: string;
const savedToast = () => savedText(noun);
const removedToast = () => removedText(noun);

/** FAV-04: sign-in, and back to this page. */
function signInAddress(): string {
  const here = location.pathname + location.search;
  return `/sign-in?${new URLSearchParams({ type: 'watchlist', redirect: here, back: here })}`;
}

function setBusy(id: string, isBusy: boolean): void {
  const others = [...$carsBeingSaved.get()].filter((each) => each !== id);
  $carsBeingSaved.set(new Set(isBusy ? [...others, id] : others));
}

/** FAV-02: as it was before the change. */
function undo({ car, saved }: HeartPress): void {
  const others = withoutCar($savedCars.get(), car);
  $savedCars.set(saved ? others : [car, ...others]);
}

let synced: Promise<Synced> | undefined;

/**
 * FAV-02, FAV-03: brings the list of this browser and that of the server in step, and sends what is changed from then
 * on. Once a page; again if the server did not respond. Changes are followed first: the list that is read must not undo
 * them.
 * @param sold what the dealer sells, "car"
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
  // The session has ended: the car is saved after sign-in.
  if (code === 'sign_in_required' && change.saved) location.assign(signInAddress());
  else {
    undo(change);
    showAlert(message);
  }
}

async function send(change: HeartPress): Promise<void> {
  const { car, saved } = change;
  const known = await synchronised();
  if (!known) return fail(change, UNREACHABLE);
  const { signed_in, phone_number, list_id } = known.list;
  if (!signed_in || !phone_number) {
    // A car saved before sign-in joins the list after it.
    if (saved) location.assign(signInAddress());
    return undefined;
  }
  const sent = await sendPress(saved, phone_number, car.id);
  pending.delete(car.id);
  if (!sent.ok) return fail(change, sent);
  seeList(list_id);
  showToast(saved ? savedToast() : removedToast(), VIEW_LIST);
  return undefined;
}

/** Changes of one page follow one another, so that the last one counts. */
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
