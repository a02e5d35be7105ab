import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  $recentSearches,
  forgetSearch,
  forgetSearches,
  rememberSearch,
} from '#src/features/search/client/recent-searches.store.ts';
import {
  createSuggester,
  type StockNames,
  SUGGESTIONS_PATH,
  suggestionsOf,
} from '#src/features/search/type-ahead/suggestions.ts';
import { formatNumber } from '#src/platform/number/number-format.ts';
import { adoptStyles } from '#src/platform/ui/dom/dom-parts.ts';
import styles from './type-ahead.css?inline';

type Option = { key: string; text: string; kind: string; href: string; count?: number };

const CLEAR = 'clear';
const GAP_PX = 4;

adoptStyles(styles);

/** On failure only recent searches are suggested. */
const stockSuggester = fetch(SUGGESTIONS_PATH)
  .then(async (response) => createSuggester(suggestionsOf((await response.json()) as StockNames)))
  .catch(() => () => []);

function useStockSuggester(): ReturnType<typeof createSuggester> {
  const [suggest, setSuggest] = useState<ReturnType<typeof createSuggester>>(() => () => []);
  useEffect(() => {
    stockSuggester.then((loaded) => setSuggest(() => loaded));
  }, []);
  return suggest;
}

const plain = (text: string) => text.trim().toLowerCase();

const countText = (count: number) =>
  count === 0 ? 'No suggestions' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`;

type TypeAheadProps = {
  /** Rendered elsewhere; it may already contain text. */
  input: HTMLInputElement;
};

/**
 * SRCH-02, SRCH-23: suggests names in stock and recent searches, following the combobox pattern of the ARIA Authoring
 * Practices. Moving through the list does not change the input's text.
 */
export function TypeAhead({ input }: TypeAheadProps) {
  const suggest = useStockSuggester();
  const searches = useStore($recentSearches);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(input.value);
  const [isWanted, setWanted] = useState(document.activeElement === input);
  const [activeKey, setActiveKey] = useState<string>();

  function optionsFor(typed: string): Option[] {
    const recent = searches.filter((search) => plain(search.text).includes(plain(typed)));
    return [
      ...suggest(typed).map((found) => ({ ...found, key: `${found.kind} ${found.href}` })),
      ...recent.map((search) => ({ ...search, key: `Recent ${search.href}`, kind: 'Recent search' })),
      ...(recent.length > 0 ? [{ key: CLEAR, text: 'Clear recent searches', kind: '', href: '' }] : []),
    ];
  }
  const options = isWanted ? optionsFor(text) : [];
  const isOpen = options.length > 0;
  const active = options.findIndex(({ key }) => key === activeKey);
  const suggested = options.filter(({ key }) => key !== CLEAR).length;

  function open(activate?: string) {
    setText(input.value);
    setWanted(true);
    setActiveKey(activate);
  }

  const close = () => setWanted(false);

  /** @returns whether the list is open */
  function move(by: 1 | -1): boolean {
    if (!isOpen) {
      const opened = optionsFor(input.value);
      open(opened.at(by === 1 ? 0 : -1)?.key);
      return opened.length > 0;
    }
    // The input itself is an additional position.
    const positions = options.length + 1;
    setActiveKey(options[((active + 1 + by + positions) % positions) - 1]?.key);
    return true;
  }

  /** @returns whether the key was handled */
  function press(key: string): boolean {
    const option = options[active];
    switch (key) {
      case 'ArrowDown':
        return move(1);
      case 'ArrowUp':
        return move(-1);
      case 'Escape':
        close();
        return isOpen;
      case 'Enter':
        if (option) list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
        else close();
        return option !== undefined;
      case 'Delete':
        if (option) forgetSearch(option.href);
        setActiveKey(undefined);
        return option !== undefined;
      case 'Tab':
        close();
        return false;
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        setActiveKey(undefined);
        return false;
      default:
        return false;
    }
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Keys during IME composition belong to the IME.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  const onClick = useEffectEvent(() => isOpen || open());
  const onOpen = useEffectEvent(() => open());

  useLayoutEffect(() => {
    const done = new AbortController();
    const { signal } = done;
    input.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    input.addEventListener('click', () => onClick(), { signal });
    for (const type of ['focus', 'input']) input.addEventListener(type, () => onOpen(), { signal });
    input.addEventListener('blur', () => setWanted(false), { signal });
    const rememberTyped = () => {
      const typed = input.value.trim();
      const { pathname } = new URL(input.form?.action ?? '');
      if (typed)
        rememberSearch({ text: typed, href: `${pathname}?${new URLSearchParams({ query: typed })}` });
    };
    input.form?.addEventListener('submit', rememberTyped, { signal });
    return () => done.abort();
  }, [input]);

  const listId = `${input.id}-list`;
  useLayoutEffect(() => {
    input.role = 'combobox';
    input.ariaAutoComplete = 'list';
    input.ariaExpanded = String(isOpen);
    input.setAttribute('aria-controls', listId);
    if (active < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${listId}-${active}`);
    const option = list.current?.children[active];
    if (option) option.scrollIntoView({ block: 'nearest' });
  }, [input, listId, isOpen, active]);

  useLayoutEffect(() => {
    const popup = list.current;
    if (!isOpen || !popup) return;
    const position = () => {
      const { left, bottom, width } = input.getBoundingClientRect();
      const isFixed = input.closest('[popover]') !== null;
      popup.style.position = isFixed ? 'fixed' : 'absolute';
      popup.style.left = `${left + (isFixed ? 0 : scrollX)}px`;
      popup.style.top = `${bottom + (isFixed ? 0 : scrollY) + GAP_PX}px`;
      popup.style.width = `${width}px`;
    };
    popup.showPopover();
    position();
    addEventListener('resize', position);
    return () => {
      removeEventListener('resize', position);
      popup.hidePopover();
    };
  }, [input, isOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when the options change
  useLayoutEffect(() => {
    list.current?.scrollTo(0, 0);
  }, [text]);

  // Pressing the mouse on the list must not blur the input.
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return (
    <>
      <div
        ref={list}
        id={listId}
        className="type-ahead"
        popover="manual"
        role="listbox"
        aria-label="Suggestions"
        onMouseDown={keepFocus}
      >
        {options.map(({ key, text: name, kind, href, count }, at) => {
          const option = {
            id: `${listId}-${at}`,
            role: 'option',
            'aria-selected': at === active,
            tabIndex: -1,
          };
          if (key === CLEAR)
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: an option, whose keys are the field's
              // biome-ignore lint/a11y/useKeyWithClickEvents: as above
              <div
                key={key}
                {...option}
                className="type-ahead-option type-ahead-clear muted"
                onClick={forgetSearches}
              >
                {name}
              </div>
            );
          const choose = () => {
            rememberSearch({ text: name, href });
            close();
          };
          return (
            <a key={key} {...option} className="type-ahead-option" href={href} onClick={choose}>
              <span className="type-ahead-text">{name}</span> <span className="muted">{kind}</span>
              {count !== undefined && (
                <>
                  {' '}
                  <span className="muted type-ahead-count">
                    {formatNumber(count)}
                    <span className="visually-hidden"> listed</span>
                  </span>
                </>
              )}
            </a>
          );
        })}
      </div>
      <div className="visually-hidden" role="status">
        {isWanted && (isOpen || text) && countText(suggested)}
      </div>
    </>
  );
}
