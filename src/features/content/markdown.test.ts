import { expect, it } from 'vitest';
import { afterOpening, inspectMarkdown, openingOf, writingBlocks } from './markdown.ts';

const htmlOf = (text: string) =>
  writingBlocks(text)
    .map((block) => (block.kind === 'html' ? block.html : ''))
    .join('');

it('CONT-04 paragraphs of a list are words, whatever marks they hold', () => {
  expect(writingBlocks(['4*4 and _more_', '<b>'])).toEqual([
    { kind: 'paragraph', text: '4*4 and _more_' },
    { kind: 'paragraph', text: '<b>' },
  ]);
});

it('CONT-04 Markdown becomes headings, lists, links and tables without attributes of style', () => {
  const html = htmlOf('## Ready\n\n- one\n- [two](/service)\n\n| a | b |\n|---|--:|\n| 1 | 2 |');
  expect(html).toContain('<h2>Ready</h2>');
  expect(html).toContain('<li><a href="/service">two</a></li>');
  expect(html).toContain('<div class="writing-table" tabindex="0"><table>');
  expect(html).not.toContain('style');
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,hello)',
  '[x](//elsewhere.example)',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
])('CONT-04 nothing in a text becomes markup of its own: %s', (text) => {
  expect(htmlOf(text)).not.toMatch(/<(?!\/?p>)/);
  expect(inspectMarkdown(text).faults.length).toBeGreaterThan(0);
});

it('CONT-04 a picture alone is a picture; the opening is the first paragraph without marks', () => {
  const text = 'We **began** in\n1974.\n\n![The yard](/pictures/yard.webp)\n\nAnd stayed.';
  expect(openingOf(text)).toBe('We began in 1974.');
  expect(afterOpening(text).map(({ kind }) => kind)).toEqual(['picture', 'html']);
  expect(openingOf([])).toBeUndefined();
  expect(openingOf('![The yard](/pictures/yard.webp)')).toBeUndefined();
  expect(afterOpening(['One.', 'Two.'])).toEqual([{ kind: 'paragraph', text: 'Two.' }]);
});
