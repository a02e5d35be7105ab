import { withoutCar } from '#src/domain/vehicle/favourite.ts';
import { showAlert, showToast } from '#src/ui/toast.ts';
import { $carsBeingSaved, $heartPresses, $savedCars, type HeartPress } from './saved-cars.store.ts';
import { type CallFailure, sendPress, UNREACHABLE } from './watchlist-calls.ts';
import { pending, type Synced, seeList, syncWatchlist } from './watchlist-sync.ts';
import { removedText, savedText, VIEW_LIST } from './watchlist-toasts.ts';

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
