import type { Favourite } from '#src/domain/vehicle/favourite.ts';
import { readFavourite, withoutCar } from '#src/domain/vehicle/favourite.ts';
import { $heartPresses, $savedCars, type HeartPress } from '#src/stores/saved-cars.store.ts';
import { showAlert, showToast } from '#src/ui/toast.ts';
import { type CallFailure, sendPress, UNREACHABLE } from './watchlist-calls.ts';
import { pending, type Synced, seeList, syncWatchlist } from './watchlist-sync.ts';

const VIEW_LIST = { href: '/saved-cars', label: 'View List' };

/** The header says what the dealer sells. */
function capitalNoun(): string {
  const noun = document.querySelector<HTMLElement>('[data-watchlist]')?.dataset.watchlist || 'car';
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
const savedToast = () => `${capitalNoun()} Saved In Watchlist`;
const removedToast = () => `${capitalNoun()} Removed`;

/** FAV-04: sign-in, and back to this page. */
function signInAddress(): string {
  const here = location.pathname + location.search;
  return `/sign-in?${new URLSearchParams({ type: 'watchlist', redirect: here, back: here })}`;
}

function setBusy(car: Favourite, isBusy: boolean): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-favourite]')) {
    if (readFavourite(button.dataset.favourite)?.id !== car.id) continue;
    // A button that is disabled outright loses the focus.
    button.ariaDisabled = isBusy ? 'true' : null;
    button.ariaBusy = isBusy ? 'true' : null;
  }
}

/** FAV-02: as it was before the press. */
function takeBack({ car, saved }: HeartPress): void {
  const others = withoutCar($savedCars.get(), car);
  $savedCars.set(saved ? others : [car, ...others]);
}

let synced: Promise<Synced> | undefined;

/** Once a page; again if the server did not respond. Presses are followed first: the list read must not undo them. */
export const synchronised = (): Promise<Synced> => {
  followPresses();
  synced ??= syncWatchlist().then((list) => {
    if (!list) synced = undefined;
    else if (list.merged > 0) showToast(savedToast(), VIEW_LIST);
    return list;
  });
  return synced;
};

function fail(press: HeartPress, { code, message }: CallFailure): void {
  // The session has ended: the car is saved after sign-in.
  if (code === 'sign_in_required' && press.saved) location.assign(signInAddress());
  else {
    takeBack(press);
    showAlert(message);
  }
}

async function send(press: HeartPress): Promise<void> {
  const { car, saved } = press;
  const known = await synchronised();
  if (!known) {
    fail(press, UNREACHABLE);
    return;
  }
  const { signed_in, phone_number, list_id } = known.list;
  if (!signed_in || !phone_number) {
    // A car saved before sign-in joins the list after it.
    if (saved) location.assign(signInAddress());
    return;
  }
  const sent = await sendPress(saved, phone_number, car.id);
  pending.delete(car.id);
  if (!sent.ok) {
    fail(press, sent);
    return;
  }
  seeList(list_id);
  showToast(saved ? savedToast() : removedToast(), VIEW_LIST);
}

/** Presses of one page follow one another, so that the last one counts. */
let queue: Promise<void> = Promise.resolve();
let followed = 0;

function follow(presses: readonly HeartPress[]): void {
  for (const press of presses.slice(followed)) {
    setBusy(press.car, true);
    pending.set(press.car.id, press);
    queue = queue
      .then(() => send(press))
      .catch(() => fail(press, UNREACHABLE))
      .finally(() => {
        pending.delete(press.car.id);
        setBusy(press.car, false);
      });
  }
  followed = presses.length;
}

/** A heart whose press is on its way takes no other. */
function ignoreBusy(event: MouseEvent): void {
  if (!(event.target instanceof Element && event.target.closest('[data-favourite][aria-disabled="true"]')))
    return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

let isFollowing = false;

function followPresses(): void {
  if (isFollowing) return;
  isFollowing = true;
  document.addEventListener('click', ignoreBusy, { capture: true });
  $heartPresses.subscribe(follow);
}

/** FAV-02, FAV-03: keeps the list of this browser and that of the server in step, and sends what is pressed. */
export const startWatchlist = (): void => void synchronised();
