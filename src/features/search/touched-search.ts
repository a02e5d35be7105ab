import type { SearchState } from '#src/domain/search/search-state.ts';
import { decodeSearch } from '#src/domain/search/url-codec.ts';

function isTouched(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (!(control instanceof HTMLInputElement)) return false;
  return control.type === 'checkbox'
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

/** The search a form asks for, where its controls no longer stand as the server sent them. */
export function touchedSearch(form: HTMLFormElement): SearchState | undefined {
  if (![...form.elements].some(isTouched)) return undefined;
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return decodeSearch(new URLSearchParams(entries));
}
