import { OWN_TERMS_KEY } from '#src/domain/finance/own-terms-key.ts';
import { linkedQueryParams, visitedPages } from '#src/stores/visit-memory.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';

/**
 * FORM-04: fills the hidden, uncontrolled inputs of a `form[data-lead-form]`. `visited_pages` gets a JSON list of
 * paths, `linked_query_params` a JSON object of texts, `own_terms` what the shopper has stored (decision 41). A form without
 * these inputs is unchanged.
 */
function fillLeadAttributes(form: HTMLFormElement): void {
  const storage = browserStorage('sessionStorage');
  const values = {
    visited_pages: JSON.stringify(visitedPages(storage)),
    linked_query_params: JSON.stringify(linkedQueryParams(storage)),
    own_terms: browserStorage('localStorage')?.getItem(OWN_TERMS_KEY) ?? '',
  };
  for (const [name, value] of Object.entries(values)) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.value = value;
  }
}

/** Fills lead forms on focus and, before any other listener runs, on submit. */
export function startLeadAttributes(): void {
  const fill = ({ target }: Event) => {
    const form = target instanceof Element && target.closest<HTMLFormElement>('form[data-lead-form]');
    if (form) fillLeadAttributes(form);
  };
  for (const kind of ['focusin', 'submit']) document.addEventListener(kind, fill, { capture: true });
}
