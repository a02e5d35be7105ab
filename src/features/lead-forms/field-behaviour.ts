import { groupedNumber } from '#src/domain/lead/number-text.ts';
import { formatPhone } from '#src/domain/lead/phone.ts';

/**
 * FORM-07, FORM-09: behaviour of fields, in islands and in plain forms alike. One listener each on the document, so
 * that it does not matter when a form is added.
 */

/** A number is grouped once the shopper has left it. */
export function groupDigits(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement)) return;
  if (field.type === 'tel') field.value = formatPhone(field.value);
  else if (field.dataset.grouped !== undefined) field.value = groupedNumber(field.value);
}

function pick({ target }: Event): void {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-pick]');
  if (!button) return;
  const field = document.getElementById(button.dataset.pickFor ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  field.value = groupedNumber(button.dataset.pick ?? '');
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** With the buttons shown, the browser's own list would only cover them. */
const hideList = ({ target }: Event): void => {
  if (target instanceof HTMLInputElement && target.dataset.grouped !== undefined)
    target.removeAttribute('list');
};

let isWatching = false;

export function watchFields(): void {
  if (isWatching) return;
  isWatching = true;
  // Quick picks are shown only from here on, because they need this script.
  document.documentElement.dataset.fieldsAwake = '';
  document.addEventListener('click', pick);
  document.addEventListener('focusin', hideList);
  document.addEventListener('focusout', ({ target }) => groupDigits(target));
}
