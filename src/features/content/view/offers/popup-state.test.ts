import { expect, it } from 'vitest';
import { CLOSED_POPUP_KEY, opensPopup } from './popup-state.ts';

const remembering = (version: string | null) => ({
  getItem: (key: string) => (key === CLOSED_POPUP_KEY ? JSON.stringify(version) : null),
});
const popup = { version: 'a1', lastDay: '2026-06-18' };

it('CONT-11 a popup opens until the end of its day', () => {
  const days = ['2026-06-01', '2026-06-18', '2026-06-19'];
  expect(days.map((today) => opensPopup(popup, today, remembering(null)))).toEqual([true, true, false]);
  expect(opensPopup({ version: 'a1', lastDay: undefined }, '2099-01-01', remembering(null))).toBe(true);
});

it('CONT-11 a popup that was closed stays closed, and the next one opens', () => {
  expect(opensPopup(popup, '2026-06-01', remembering('a1'))).toBe(false);
  expect(opensPopup(popup, '2026-06-01', remembering('b2'))).toBe(true);
});

it('CONT-11 a browser without storage still shows it', () => {
  const refusing = {
    getItem: () => {
      throw new Error('refused');
    },
  };
  expect(opensPopup(popup, '2026-06-01', refusing)).toBe(true);
  expect(opensPopup(popup, '2026-06-01', undefined)).toBe(true);
});
