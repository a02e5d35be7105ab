import { formatNumber } from '#src/domain/format-number.ts';
import type { Suggestion } from '#src/domain/search/suggestions.ts';
import type { RecentSearch } from '#src/stores/recent-searches.store.ts';

const span = (className: string, text: string) =>
  Object.assign(document.createElement('span'), { className, textContent: text });

/** A link, so that it can also be opened in another tab. */
function option(text: string, href: string, ...parts: readonly (HTMLElement | string)[]): HTMLAnchorElement {
  const link = Object.assign(document.createElement('a'), { className: 'type-ahead-option', href });
  link.dataset.text = text;
  link.append(span('type-ahead-text', text), ' ', ...parts);
  return link;
}

export function suggestionOption({ text, kind, href, count }: Suggestion): HTMLAnchorElement {
  const number = span('muted type-ahead-count', formatNumber(count));
  number.append(span('visually-hidden', ' in stock'));
  return option(text, href, span('muted', kind), ' ', number);
}

export const recentOption = ({ text, href }: RecentSearch): HTMLAnchorElement =>
  option(text, href, span('muted', 'Recent search'));

/** Within the list, where the arrow keys and a finger reach it. */
export const clearOption = (): HTMLElement =>
  Object.assign(document.createElement('div'), {
    className: 'type-ahead-option type-ahead-clear muted',
    textContent: 'Clear recent searches',
  });
