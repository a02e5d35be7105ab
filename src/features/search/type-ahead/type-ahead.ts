import { createSuggester } from '#src/domain/search/suggest.ts';
import { type StockNames, SUGGESTIONS_PATH, suggestionsOf } from '#src/domain/search/suggestions.ts';
import {
  $recentSearches,
  forgetSearch,
  forgetSearches,
  rememberSearch,
} from '#src/stores/recent-searches.store.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { type Combobox, createCombobox } from '#src/ui/combobox.ts';
import { clearOption, recentOption, suggestionOption } from './options.ts';
import styles from './type-ahead.css?inline';

type Suggester = ReturnType<typeof createSuggester>;

const boxes = new Map<HTMLInputElement, Combobox>();
let suggest: Suggester = () => [];

/** @throws if the names of the stock cannot be loaded */
const load = async (): Promise<Suggester> => {
  const response = await fetch(SUGGESTIONS_PATH);
  return createSuggester(suggestionsOf((await response.json()) as StockNames));
};

const addressOf = (option: HTMLElement) => option.getAttribute('href') ?? '';

const plain = (text: string) => text.trim().toLowerCase();

/** Recent searches; for a text, those that contain it. */
function recent(text: string): HTMLElement[] {
  const found = $recentSearches.get().filter((search) => plain(search.text).includes(plain(text)));
  return found.map(recentOption);
}

/** Suggests names in stock and recent searches under a search box, whose text may already have begun. */
function start(input: HTMLInputElement): void {
  const combobox = createCombobox(input, {
    label: 'Suggestions',
    className: 'type-ahead',
    optionsFor(text) {
      const searches = recent(text);
      return [
        ...suggest(text).map(suggestionOption),
        ...searches,
        ...(searches.length > 0 ? [clearOption()] : []),
      ];
    },
    countText(options) {
      const count = options.filter(({ dataset }) => dataset.text).length;
      return count === 0 ? 'No suggestions' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`;
    },
    choose(option) {
      const { text } = option.dataset;
      if (text) rememberSearch({ text, href: addressOf(option) });
      else forgetSearches();
      return text !== undefined;
    },
    remove: (option) => forgetSearch(addressOf(option)),
  });
  input.form?.addEventListener('submit', () => {
    const text = input.value.trim();
    const { pathname } = new URL(input.form?.action ?? '');
    if (text) rememberSearch({ text, href: `${pathname}?${new URLSearchParams({ query: text })}` });
  });
  boxes.set(input, combobox);
}

/** The box may contain text typed before this script loaded. */
function use(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement && target.matches('[data-type-ahead]'))) return;
  if (!boxes.has(target)) start(target);
  boxes.get(target)?.renew();
}

adoptStyles(styles);
document.addEventListener('focusin', ({ target }) => use(target));
use(document.activeElement);
const overHeader = document.querySelector<HTMLElement>('#header-search');
const focus = () => overHeader?.matches(':popover-open') && overHeader.querySelector('input')?.focus();
overHeader?.addEventListener('toggle', focus);
focus();
load().then(
  (loaded) => {
    suggest = loaded;
    for (const combobox of boxes.values()) combobox.refresh();
  },
  // Without names in stock the recent searches are offered alone.
  () => undefined,
);
