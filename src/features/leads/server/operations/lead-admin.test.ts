import { expect, it } from 'vitest';
import { maskedName, maskedPhone } from './lead-admin.ts';

it('FORM-11 a list shows an initial and three digits', () => {
  expect([maskedName('Ann'), maskedPhone('0412345678'), maskedName(''), maskedPhone('')]).toEqual([
    'A•••',
    '•••678',
    '',
    '',
  ]);
});
