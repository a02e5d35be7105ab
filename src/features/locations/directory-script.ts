import { matchesQuery } from '#src/domain/location/directory.ts';
import { nearMe } from './near-me.ts';

const PARAMETER = 'locationQuery';

const form = document.querySelector<HTMLFormElement>('[data-directory-search]');
const input = form?.querySelector<HTMLInputElement>('[type="search"]');
const status = document.querySelector<HTMLElement>('[data-directory-status]');
const groups = [...document.querySelectorAll<HTMLElement>('[data-directory-group]')];

/** LOC-01: when the locations change, each card has the tabs of its own, and the first is selected again. */
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

if (form && input) {
  const first = new URLSearchParams(location.search).get(PARAMETER) ?? '';
  // Text typed while the script was loading takes precedence over the address.
  input.value ||= first;
  if (input.value) show(input.value);
  if (input.value !== first) writeUrl(input.value);
  input.addEventListener('input', () => {
    show(input.value);
    writeUrl(input.value);
  });
  form.addEventListener('submit', (event) => {
    // A postcode needs the server; words alone are filtered already.
    const near = form.querySelector<HTMLInputElement>('[name="near"]');
    if (near && near.value.trim() === near.defaultValue) event.preventDefault();
  });
  nearMe(form, status);
}
