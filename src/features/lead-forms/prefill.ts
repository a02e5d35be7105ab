import { formatPhone } from '#src/domain/lead/phone.ts';
import { shopperRecord } from './shopper-record.ts';

/**
 * Fills empty fields from the shopper's record. Existing input stays, and a field the shopper has cleared stays
 * empty. The text of the focused field is selected: typing replaces it.
 */
export function prefill(form: HTMLFormElement): void {
  for (const [name, text] of Object.entries(shopperRecord())) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement) || input.type === 'hidden') continue;
    if (input.value !== '' || input.defaultValue !== '') continue;
    input.value = input.type === 'tel' ? formatPhone(text) : text;
    if (input === document.activeElement) input.select();
  }
}
