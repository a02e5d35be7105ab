import { expect, it } from 'vitest';
import { isPlainClick } from './input-events.ts';

const plain = {
  button: 0,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  defaultPrevented: false,
};

it('SRCH-03 VDP-19 a plain click is handled by the script, one with any modifier key by the browser', () => {
  expect(isPlainClick(plain)).toBe(true);
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey', 'defaultPrevented'] as const) {
    expect(isPlainClick({ ...plain, [key]: true }), key).toBe(false);
  }
  expect(isPlainClick({ ...plain, button: 1 })).toBe(false);
});
