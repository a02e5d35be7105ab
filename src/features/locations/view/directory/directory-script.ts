import { shopperRecord } from '#src/features/leads/client/shopper-record.ts';
import { distanceKm, kmText } from '#src/features/locations/distance.ts';
import { matchesQuery } from '#src/features/locations/location-directory.ts';

/** Position of a card, from its attributes. */
function pointOf({ dataset }: HTMLElement) {
  const [lat, lng] = (dataset.at ?? '').split(' ').map(Number);
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

const kmOf = (element: HTMLElement) => Number(element.dataset.away ?? Number.POSITIVE_INFINITY);

/** Sorts elements of a list by distance. */
function sortIn(list: Element | null, elements: readonly HTMLElement[]): void {
  list?.append(...[...elements].sort((a, b) => kmOf(a) - kmOf(b) || 0));
}

/** @returns what the page says of it */
function showNearest({ coords }: GeolocationPosition): string {
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
  const [first] = groups
    .flatMap((group) => [...group.querySelectorAll<HTMLElement>('[data-tabs]:not([hidden])')])
    .sort((a, b) => kmOf(a) - kmOf(b));
  return first?.dataset.away
    ? `Nearest to you: ${first.dataset.name}, ${kmText(Number(first.dataset.away))}`
    : 'Nearest first.';
}

/** Locating a device indoors takes time. */
const LOCATE_TIMEOUT_MS = 10_000;
/** Includes the permission prompt; some browsers do not report its dismissal. */
const LOCATE_PROMPT_TIMEOUT_MS = 20_000;
/** Maximum age of a cached position. */
const POSITION_AGE_MS = 300_000;
const FINDING = 'Finding you…';
const NO_POSITION = 'We couldn’t find where you are. Enter a postcode instead.';

/** LOC-11: sorts by distance in the browser, so that the shopper's position is not sent to the server. */
function nearMe(form: HTMLFormElement, status: HTMLElement | null): void {
  const button = form.querySelector<HTMLButtonElement>('[data-near-me]');
  if (!button || !('geolocation' in navigator)) return;
  button.hidden = false;
  const setStatus = (text: string) => {
    if (status) status.textContent = text;
  };
  let timeout = 0;
  button.addEventListener('click', () => {
    setStatus(FINDING);
    clearTimeout(timeout);
    timeout = window.setTimeout(() => {
      // Unless a search has updated the status meanwhile.
      if (status?.textContent === FINDING) setStatus(NO_POSITION);
    }, LOCATE_PROMPT_TIMEOUT_MS);
    navigator.geolocation.getCurrentPosition(
      (position) => {
        clearTimeout(timeout);
        setStatus(showNearest(position));
        // It says what was nearest to the place searched for before.
        document.querySelector('[data-directory-nearest]')?.remove();
      },
      () => {
        clearTimeout(timeout);
        setStatus(NO_POSITION);
      },
      { timeout: LOCATE_TIMEOUT_MS, maximumAge: POSITION_AGE_MS },
    );
  });
}

const PARAMETER = 'locationQuery';

const form = document.querySelector<HTMLFormElement>('[data-directory-search]');
const input = form?.querySelector<HTMLInputElement>('[type="search"]');
const status = document.querySelector<HTMLElement>('[data-directory-status]');
const groups = [...document.querySelectorAll<HTMLElement>('[data-directory-group]')];

/** LOC-01: when the visible locations change, updates each card's tabs and selects the first. */
function resetTabs(group: HTMLElement, found: readonly HTMLElement[]): void {
  const tabs = new Set(found.flatMap(({ dataset }) => dataset.tabs?.split(' ') ?? []));
  const radios = [...group.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  for (const radio of radios) {
    radio.disabled = !tabs.has(radio.value);
    const label = radio.closest('label');
    if (label) label.hidden = radio.disabled;
  }
  const first = radios.find((radio) => !radio.disabled);
  if (first) first.checked = true;
}

function filter(query: string): number {
  const cards = groups.map((group) => {
    const places = [...group.querySelectorAll<HTMLElement>('[data-tabs]')];
    return { group, places, found: places.filter(({ dataset }) => matchesQuery(dataset.words ?? '', query)) };
  });
  const hasChanged = cards.some(({ places, found }) =>
    places.some((place) => place.hidden === found.includes(place)),
  );
  for (const { group, places, found } of cards) {
    for (const place of places) place.hidden = !found.includes(place);
    group.hidden = found.length === 0;
    if (hasChanged) resetTabs(group, found);
  }
  return cards.reduce((sum, { found }) => sum + found.length, 0);
}

function show(query: string): void {
  const words = query.trim();
  const total = filter(words);
  const found = total === 0 ? 'No location matches.' : `${total} location${total === 1 ? '' : 's'}`;
  if (status) status.textContent = words && found;
}

function writeUrl(query: string): void {
  const url = new URL(location.href);
  if (query.trim()) url.searchParams.set(PARAMETER, query);
  else url.searchParams.delete(PARAMETER);
  history.replaceState(history.state, '', url);
}

/** LOC-274: the postcode that the shopper has given in a form of this site; the server is asked only on Search. */
function suggestPostcode(form: HTMLFormElement): void {
  const near = form.querySelector<HTMLInputElement>('[name="near"]');
  const { postcode } = shopperRecord();
  if (near && near.value === '' && postcode !== undefined) near.value = postcode;
}

if (form && input) {
  const first = new URLSearchParams(location.search).get(PARAMETER) ?? '';
  // Text typed before the script loaded takes precedence over the address.
  input.value ||= first;
  if (input.value) show(input.value);
  if (input.value !== first) writeUrl(input.value);
  input.addEventListener('input', () => {
    show(input.value);
    writeUrl(input.value);
  });
  form.addEventListener('submit', (event) => {
    // Postcodes need the server; text has been filtered already.
    const near = form.querySelector<HTMLInputElement>('[name="near"]');
    if (near && near.value.trim() === near.defaultValue) event.preventDefault();
  });
  nearMe(form, status);
  suggestPostcode(form);
}
