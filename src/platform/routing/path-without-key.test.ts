import { expect, it } from 'vitest';
import { SAVE_SEARCH_PATH, VALUATION_PATH } from '#src/config/sections/site/link-paths.ts';
import { pathWithoutKey } from './visit-address.ts';

it.each([
  [`${VALUATION_PATH}/${'x-_1'.repeat(8)}/details`, `${VALUATION_PATH}/details`],
  [`${VALUATION_PATH}/${'x-_1'.repeat(8)}`, VALUATION_PATH],
  [VALUATION_PATH, VALUATION_PATH],
  [`${SAVE_SEARCH_PATH}/confirm/${'x'.repeat(22)}/${'y'.repeat(43)}`, SAVE_SEARCH_PATH],
  [`${SAVE_SEARCH_PATH}/${'x'.repeat(16)}/stop`, SAVE_SEARCH_PATH],
  [SAVE_SEARCH_PATH, SAVE_SEARCH_PATH],
  ['/value-my-car-terms-and-conditions', '/value-my-car-terms-and-conditions'],
  ['/cars/value-my-car/x', '/cars/value-my-car/x'],
])('FORM-04 FORM-10 SRCH-33 of %s is reported %s', (path, reported) =>
  expect(pathWithoutKey(path)).toBe(reported),
);
