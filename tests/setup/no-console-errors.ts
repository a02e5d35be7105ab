import { beforeEach, vi } from 'vitest';

/** A console.error is a failure without an assertion; a test that expects one replaces the spy. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    throw new Error(`console.error: ${words.map(String).join(' ')}`);
  });
});
