import { expect, it } from 'vitest';
import { widthProblems } from './widths.ts';

it('CFG-21 a media query, a script or `sizes` with a width in numbers is reported', () => {
  const wrong = [
    '@media (min-width: 768px) {',
    '@media (--md) and (max-width:991.98px) {',
    '@media (width >= 48rem) {',
    '@media (400px <= width) {',
    "const SHEET = '(max-width: 991px)';",
    '<img sizes="(min-width: 1280px) 413px, 78vw">',
    '@media (--huge) {',
  ];
  for (const line of wrong)
    expect(widthProblems('x.css', `a {}\n${line}`)).toEqual([expect.stringMatching(/^x\.css:2 /)]);
});

it('CFG-21 named widths, containers and widths of elements are free', () => {
  const right = [
    '@media print, (--lg) {',
    '@media (--md) and (--below-xl) {',
    '@container (min-width: 30rem) {',
    '/* at (min-width: 3px) */',
    'min-width: 12rem;',
    'width: min(100%, 4rem);',
  ];
  expect(widthProblems('x.css', right.join('\n'))).toEqual([]);
});
