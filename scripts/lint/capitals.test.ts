import { expect, it } from 'vitest';
import { capitalProblems } from './capitals.ts';

it('a text with a capital inside is reported, unless the specification gives it', () => {
  expect(capitalProblems('x.astro', '<p>Good day</p>\n<a href="/x">Arrange a Viewing</a>')).toEqual([
    'x.astro:2 "Arrange a Viewing": sentence case, or a text the specification gives',
  ]);
  expect(capitalProblems('x.tsx', '<button aria-label="Close Panel">')).toHaveLength(1);
  expect(
    capitalProblems('x.astro', '<a>Get Directions</a><a>Arrange a viewing</a><a>Google Pay</a>'),
  ).toEqual([]);
});
