import { shopperRecord } from './shopper-record.ts';

/**
 * Fills empty fields from the shopper's record; what is typed already stays. The text of the field in use
 * is selected, so that whoever is about to type replaces it.
 */
export function prefill(form: HTMLFormElement): void {
  for (const [name, text] of Object.entries(shopperRecord())) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement) || input.type === 'hidden' || input.value !== '') continue;
    input.value = text;
    if (input === document.activeElement) input.select();
  }
}
