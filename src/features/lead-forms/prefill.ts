import { shopperRecord } from './shopper-record.ts';

/**
 * Fills empty fields from the shopper's record. What is typed already stays, and so does a field whose text the
 * shopper has deleted. The text of the field in use is selected: typing replaces it.
 */
export function prefill(form: HTMLFormElement): void {
  for (const [name, text] of Object.entries(shopperRecord())) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement) || input.type === 'hidden') continue;
    if (input.value !== '' || input.defaultValue !== '') continue;
    input.value = text;
    if (input === document.activeElement) input.select();
  }
}
