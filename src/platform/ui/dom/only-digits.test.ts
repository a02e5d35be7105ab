import { expect, it } from 'vitest';
import { onlyDigits } from './input-events.ts';

it.each([
  [' 2287', '2287'],
  ['2 287 ', '2287'],
  ['22871', '2287'],
  ['2287', '2287'],
])('FORM-02 a postcode pasted as "%s" becomes %s', (value, digits) => {
  const currentTarget = { value } as HTMLInputElement;
  onlyDigits(4)({ currentTarget });
  expect(currentTarget.value).toBe(digits);
});
