import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { postSearch } from '#src/features/search/client/search-requests.ts';
import { SEARCH_DEBOUNCE_MS } from '#src/features/search/search-state.ts';
import { countOfCars, shownCount } from '#src/features/search/search-wording.ts';
import { formatRange } from '#src/features/search/url/url-codec.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import { foundBy, type HeroChoices, type HeroFound, heroRequests } from './hero-search-requests.ts';

const makeOf = (option: HTMLOptionElement) => {
  const group = option.parentElement;
  return group instanceof HTMLOptGroupElement ? group.label : '';
};

/** `price.max` → `price` */
const facetOf = ({ name }: HTMLSelectElement) => name.replace(/\.max$/, '') as FacetName;

const optionText = (label: string, count: number) => `${label} (${formatNumber(count)})`;
const labelOf = ({ text }: HTMLOptionElement) => text.trim().replace(/ \([\d,]+\)$/, '');

/**
 * Lists the models of the chosen make, or without one the most common models of all; a model brings its make.
 * @returns shows what was found
 */
function followMake(make: HTMLSelectElement, model: HTMLSelectElement): (found?: HeroFound) => void {
  const [none, ...groups] = model.children;
  const optionsOf = (found: HeroFound, chosen: string) => {
    const left = found.modelsOf(make.value);
    const isLeft = chosen === '' || left.some(({ value }) => value === chosen);
    const listed = isLeft ? left : [...left, { value: chosen, count: 0 }];
    return listed.map(({ value, count }) => new Option(optionText(value, count), value));
  };
  const offer = (found?: HeroFound) => {
    const chosen = model.value;
    const ofMake = groups.filter(
      (group) => group instanceof HTMLOptGroupElement && group.label === make.value,
    );
    const offered = make.value === '' ? groups : found ? optionsOf(found, chosen) : ofMake;
    model.replaceChildren(...(none ? [none] : []), ...offered);
    model.value = chosen;
    if (model.selectedIndex < 0) model.value = '';
  };
  make.addEventListener('change', () => offer());
  model.addEventListener('change', () => {
    const [option] = model.selectedOptions;
    if (option && model.value !== '' && make.value === '') make.value = makeOf(option);
  });
  return offer;
}

function initHeroSearch(form: HTMLFormElement): void {
  const lists = [...form.querySelectorAll<HTMLSelectElement>('[data-pick]')];
  const budgets = [...form.querySelectorAll<HTMLSelectElement>('[data-budget]')];
  const words = form.querySelector<HTMLInputElement>('[name="query"]');
  const button = form.querySelector<HTMLElement>('[data-hero-show]');
  const status = form.querySelector<HTMLElement>('[data-hero-found]');
  const { heroSearch = '[]', noun: nounText = '{}', stockCount } = form.dataset;
  const noun: StockNoun = JSON.parse(nounText);
  const [make, model] = ['make', 'model'].map((name) => lists.find((list) => list.name === name));

  const choices = (): HeroChoices => ({
    query: words?.value.trim() ?? '',
    lists: Object.fromEntries(lists.map((list) => [list.name, list.value])),
    budgets: Object.fromEntries(
      budgets.flatMap((list) => (list.value === '' ? [] : [[facetOf(list), Number(list.value)]])),
    ),
    within: JSON.parse(heroSearch),
  });

  const offerModels = make && model ? followMake(make, model) : undefined;

  function show(found: HeroFound): void {
    offerModels?.(found);
    for (const list of lists) {
      for (const option of list.options) {
        if (option.value === '') continue;
        const name = list.name as FacetName;
        const count = found.countOf(name, option.value, makeOf(option) || make?.value);
        const text = optionText(labelOf(option), count);
        // An open list would flicker.
        if (option.text !== text) option.text = text;
        option.disabled = count === 0 && !option.selected;
      }
    }
  }

  let turn = 0;
  async function update(): Promise<void> {
    const mine = ++turn;
    const chosen = choices();
    try {
      const { results } = await postSearch(heroRequests(chosen));
      if (mine !== turn) return;
      const found = foundBy(chosen, results);
      const shown = shownCount(found.found, stockCount === undefined ? undefined : Number(stockCount));
      const text = countOfCars(shown, noun);
      if (button) button.textContent = `Show ${text}`;
      if (status) status.textContent = text;
      show(found);
    } catch (error) {
      if (mine === turn && button) button.textContent = `Search ${noun.many}`;
      console.warn('What is in stock could not be counted:', error);
    }
  }

  offerModels?.();
  let timer: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('change', ({ target }) => {
    if (target !== words) void update();
  });
  words?.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(update, SEARCH_DEBOUNCE_MS);
  });
  form.addEventListener('formdata', ({ formData }) => {
    for (const { name } of [...lists, ...(words ? [words] : [])])
      if (!String(formData.get(name) ?? '').trim()) formData.delete(name);
    for (const list of budgets) {
      formData.delete(list.name);
      if (list.value !== '') formData.set(facetOf(list), formatRange({ min: null, max: Number(list.value) }));
    }
  });
  const { query, lists: picked, budgets: most } = choices();
  const isUsed = query !== '' || Object.values(picked).some(Boolean) || Object.keys(most).length > 0;
  if (isUsed || form.contains(document.activeElement)) void update();
  else form.addEventListener('focusin', () => void update(), { once: true });
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-hero-search]')) initHeroSearch(form);
