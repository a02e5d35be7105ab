import { shopperRecord } from './shopper-record.ts';

/** Fills empty fields from the shopper's record; what is typed already stays. */
export function prefill(form: HTMLFormElement): void {
  for (const [name, text] of Object.entries(shopperRecord())) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement && input.type !== 'hidden' && input.value === '')
      input.value = text;
  }
}
