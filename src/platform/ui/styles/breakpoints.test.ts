import { expect, it } from 'vitest';
import { BREAKPOINTS_PX, below, from, writtenOut } from './breakpoints.ts';

it('CFG-21 six widths have a name', () => {
  expect(BREAKPOINTS_PX).toEqual({ xs: 400, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400 });
});

it('CFG-21 a named width is written out, and the one below it leaves no gap', () => {
  expect(writtenOut('print, (--lg)')).toBe('print, (min-width: 992px)');
  expect(writtenOut('(--md) and (--below-lg)')).toBe('(min-width: 768px) and (max-width: 991.98px)');
  expect(writtenOut('(prefers-reduced-motion: reduce)')).toBe('(prefers-reduced-motion: reduce)');
  expect(() => writtenOut('(--huge)')).toThrow(RangeError);
  expect([from('sm'), below('sm')]).toEqual(['(min-width: 576px)', '(max-width: 575.98px)']);
});
