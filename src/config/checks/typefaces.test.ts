import { expect, it } from 'vitest';
import { TEMPLATES } from '../templates.ts';
import { checkTypefaces } from './typefaces.ts';

type Themed = Parameters<typeof checkTypefaces>[0];
const themed = (theme: unknown) => checkTypefaces({ theme } as Themed);

it('CFG-15 two typefaces of more than 40 KB are refused with their weight', () => {
  expect(themed({ fontDisplay: 'plus-jakarta-sans', fontText: 'manrope' })).toEqual([
    expect.objectContaining({
      path: 'theme.fontDisplay',
      received: expect.stringMatching(/plus-jakarta-sans.*manrope.* 4\d KB/),
    }),
  ]);
});

it('CFG-15 one typeface for both counts once, and the pair of every template is light enough', () => {
  // Twice this one would be too much.
  expect(themed({ fontDisplay: 'manrope', fontText: 'manrope' })).toEqual([]);
  for (const { theme } of Object.values(TEMPLATES)) expect(themed(theme)).toEqual([]);
});
