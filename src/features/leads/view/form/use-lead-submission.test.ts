import { expect, it } from 'vitest';
import { failureOf } from './use-lead-submission.ts';

const PHONE = '07 5550 0110';
const refused = { message: `We could not save your message. Please call us on ${PHONE}.`, phone: PHONE };

it('VDP-17 a form that fails names no number in full on a page that masks it, and any other page does', () => {
  expect(failureOf(refused, undefined)).toEqual({
    message: 'We could not save your message. Please call us on 07 55*******.',
  });
  expect(failureOf(refused, '07 5550 0100')).toEqual(refused);
});

it('ERR-03 a form that fails without a message of the server says so itself', () => {
  const message = 'An unexpected error occured.';
  expect(failureOf({}, undefined)).toEqual({ message });
  expect(failureOf({}, PHONE)).toEqual({ message, phone: PHONE });
});
