import * as ANALYTICS_EVENTS from '#src/domain/analytics-events.ts';
import { $heartPresses, type HeartPress } from '#src/stores/saved-cars.store.ts';
import { eachRedraw } from '#src/ui/each-redraw.ts';

let reported = 0;

/** ANL-04. */
function report(presses: readonly HeartPress[]): void {
  for (const { car, saved } of presses.slice(reported)) {
    if (!saved) continue;
    const detail = { eventId: ANALYTICS_EVENTS.vehicleSaved, label: car.name };
    dispatchEvent(new CustomEvent('forecourt:event', { detail }));
  }
  reported = presses.length;
}

function follow(presses: readonly HeartPress[]): void {
  if (presses.length > 0)
    import('./favourite-pressed.ts')
      .then(({ followPresses }) => followPresses($heartPresses.get()))
      .catch(console.warn);
}

/** Compare buttons may come with cards that load later, or with a search that found none at first. */
function wakeCompareButtons(): boolean {
  if (!document.querySelector('[data-compare]')) return false;
  import('./compare-buttons.ts').then(({ startCompareButtons }) => startCompareButtons()).catch(console.warn);
  return true;
}

/** At the first gesture: follows presses of hearts, and wakes compare buttons, now or once there are any. */
export function wakeLists(): void {
  $heartPresses.subscribe(report);
  if (document.querySelector('[data-watchlist]'))
    import('./watchlist.ts').then(({ startWatchlist }) => startWatchlist()).catch(console.warn);
  else $heartPresses.subscribe(follow);
  if (wakeCompareButtons()) return;
  const arrivals = eachRedraw(() => {
    if (wakeCompareButtons()) arrivals.disconnect();
  });
}
