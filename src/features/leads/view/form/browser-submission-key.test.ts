import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SAME_SUBMISSION_MS } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { forgetSubmission, submissionKeyFor } from './use-lead-submission.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  forgetSubmission('contact');
});

const VALUES = { name: 'Ann', message: 'Hello' };

it('FORM-03 the same values of a form have one key, whatever pages the shopper visits in between', () => {
  const key = submissionKeyFor('contact', VALUES);
  expect(submissionKeyFor('contact', { ...VALUES, [FORM_EXTRAS.visitedPages]: '["/success"]' })).toBe(key);
  expect(submissionKeyFor('parts', VALUES)).not.toBe(key);
  const withPhone = (phone: string) => submissionKeyFor('contact', { ...VALUES, phone });
  expect(withPhone('+61 412 345 678')).toBe(withPhone('04 1234 5678'));
  const withKms = (kms: string) => submissionKeyFor('contact', { ...VALUES, kms });
  expect(withKms('45,000')).toBe(withKms('45000'));
  expect(withPhone('0412 345 678')).not.toBe(withPhone('0412 345 679'));
  expect(submissionKeyFor('contact', { ...VALUES, message: 'Hello?' })).not.toBe(key);
});

it('FIN-19 FORM-03 a quick quote sent again after its phone was verified is the same lead', () => {
  const key = submissionKeyFor('contact', { ...VALUES, code: '123456' });
  expect(submissionKeyFor('contact', VALUES)).toBe(key);
  expect(submissionKeyFor('contact', { ...VALUES, [FORM_EXTRAS.phoneToken]: 'a' })).toBe(key);
});

it('FORM-03 ten minutes after they were first sent they are another lead', () => {
  const key = submissionKeyFor('contact', VALUES);
  vi.advanceTimersByTime(SAME_SUBMISSION_MS - 1);
  expect(submissionKeyFor('contact', VALUES)).toBe(key);
  vi.advanceTimersByTime(1);
  expect(submissionKeyFor('contact', VALUES)).not.toBe(key);
});

it('FORM-03 a key the server knows for something else is not used again', () => {
  const key = submissionKeyFor('contact', VALUES);
  forgetSubmission('contact');
  expect(submissionKeyFor('contact', VALUES)).not.toBe(key);
});

it('FORM-03 values sent again have their key where the storage has become full since other values were sent', () => {
  let stored: string | null = null;
  const storage = {
    isFull: false,
    getItem: () => stored,
    setItem(_key: string, text: string) {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
      stored = text;
    },
    removeItem: () => undefined,
  };
  vi.stubGlobal('sessionStorage', storage);
  submissionKeyFor('contact', VALUES);
  storage.isFull = true;
  const others = { ...VALUES, message: 'Is it still there?' };
  const key = submissionKeyFor('contact', others);
  expect(submissionKeyFor('contact', others)).toBe(key);
  vi.unstubAllGlobals();
});
