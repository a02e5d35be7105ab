import type { PhoneCodeCalls } from '#src/ui/phone-code-steps.ts';
import { phoneCodeCalls } from '#src/wire/phone-code-calls.ts';

/** FIN-19, AUTH-01: the code of the last step. */
export const FINANCE_CODE: PhoneCodeCalls = phoneCodeCalls('finance');

/** The phone typed into the form that holds an element. */
export function phoneIn(part: Element | null): string {
  const field = part?.closest('form')?.elements.namedItem('phone');
  return field instanceof HTMLInputElement ? field.value : '';
}
