import { expect, it } from 'vitest';
import { failureText } from './failed-site.ts';

it('CFG-21 a photo that cannot be read is reported with its file and the remedy', () => {
  const told = failureText({ slug: 'a', picture: 'public/pictures/torn.jpg', reason: 'no image' });
  expect(told).toMatch(
    /^a: its picture public\/pictures\/torn\.jpg cannot be read \(no image\)\. Put a valid/,
  );
  expect(told).toContain('The published site is unchanged.');
});

it('PLAT-01 a page that cannot be rendered is named with the remedy, and what it threw is a detail', () => {
  expect(failureText({ slug: 'a', page: '/about-us', reason: 'x is not a function' })).toBe(
    'a: its page /about-us cannot be rendered. The published site is unchanged. Correct the settings or the code behind the page, then build the site again. Details: x is not a function',
  );
});

it.each([
  [true, 'It is not online yet.'],
  [false, 'It stays online as it was.'],
])(
  'PLAT-01 a site that cannot be written (first: %s) is named with what is online and the remedy',
  (isFirst, state) => {
    const failure = { slug: 'a', folder: 'dist/sites/a', isFirst, reason: 'ENOSPC: no space left on device' };
    expect(failureText(failure)).toBe(
      `a: its files in dist/sites/a could not be written (ENOSPC: no space left on device). ${state} Free disk space or fix its permissions, then build the site again.`,
    );
  },
);
