import { distanceKm, kmText } from '#src/domain/location/distance.ts';

/** Degrees of a card, from its attribute. */
function pointOf({ dataset }: HTMLElement) {
  const [lat, lng] = (dataset.at ?? '').split(' ').map(Number);
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

const kmOf = (element: HTMLElement) => Number(element.dataset.away ?? Number.POSITIVE_INFINITY);

/** The elements of a list in order of their distance. */
function sortIn(list: Element | null, elements: readonly HTMLElement[]): void {
  list?.append(...[...elements].sort((a, b) => kmOf(a) - kmOf(b) || 0));
}

function show({ coords }: GeolocationPosition): void {
  const from = { lat: coords.latitude, lng: coords.longitude };
  const groups = [...document.querySelectorAll<HTMLElement>('[data-directory-group]')];
  for (const group of groups) {
    const places = [...group.querySelectorAll<HTMLElement>('[data-tabs]')];
    for (const place of places) {
      const at = pointOf(place);
      const text = place.querySelector<HTMLElement>('[data-km]');
      if (!at || !text) continue;
      const km = distanceKm(from, at);
      place.dataset.away = String(km);
      text.textContent = `${kmText(km)} away`;
      text.hidden = false;
    }
    group.dataset.away = String(Math.min(...places.map(kmOf)));
    sortIn(group.querySelector('ul'), places);
  }
  sortIn(document.querySelector('.directory'), groups);
}

/** Time to find a shopper indoors. */
const LOCATE_TIMEOUT_MS = 10_000;
/** With the time of the question; a browser whose question is dismissed may say nothing at all. */
const LONGEST_WAIT_MS = 20_000;
/** A shopper has not moved far since. */
const POSITION_AGE_MS = 300_000;
const FINDING = 'Finding you…';
const NO_POSITION = 'Your browser did not say where you are. Enter a postcode instead.';

/** LOC-11: the nearest first, measured in the browser: where a shopper is leaves it for no server. */
export function nearMe(form: HTMLFormElement, status: HTMLElement | null): void {
  const button = form.querySelector<HTMLButtonElement>('[data-near-me]');
  if (!button || !('geolocation' in navigator)) return;
  button.hidden = false;
  const say = (text: string) => {
    if (status) status.textContent = text;
  };
  let patience = 0;
  button.addEventListener('click', () => {
    say(FINDING);
    clearTimeout(patience);
    patience = window.setTimeout(() => {
      // What was typed meanwhile says what it found.
      if (status?.textContent === FINDING) say(NO_POSITION);
    }, LONGEST_WAIT_MS);
    navigator.geolocation.getCurrentPosition(
      (position) => {
        clearTimeout(patience);
        show(position);
        say('The nearest first.');
      },
      () => {
        clearTimeout(patience);
        say(NO_POSITION);
      },
      { timeout: LOCATE_TIMEOUT_MS, maximumAge: POSITION_AGE_MS },
    );
  });
}
