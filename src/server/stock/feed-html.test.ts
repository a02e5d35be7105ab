import { expect, it } from 'vitest';
import { readCell } from './feed-cell.ts';
import { htmlToText } from './feed-html.ts';

it.each([
  ['<b>PRICED TO SELL</b><br>Won’t last!!!', 'PRICED TO SELL\nWon’t last!!!'],
  ['<p>One owner.</p><p>Books &amp; keys</p>', 'One owner.\n\nBooks & keys'],
  ['Has:<ul><li>Tow bar</li><li>Bull&nbsp;bar</li></ul>Call us', 'Has:\n• Tow bar\n• Bull bar\n\nCall us'],
  ['&lt;b&gt;Sale&lt;/b&gt; &#8211; now', 'Sale – now'],
  ['Nice<script>alert(1)</script> car<!-- no -->', 'Nice car'],
  ['<img src=x onerror=alert(1)>Ute', 'Ute'],
  ['under < 100 km & > 5 seats', 'under < 100 km & > 5 seats'],
  ['Line one\n\nLine two', 'Line one\n\nLine two'],
])('VDP-08 comments of a feed are never literal tags: %j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

it('VDP-08 HTML in names and lists of features becomes text as well', () => {
  expect(readCell('text', '<b>SR5</b> &amp;<br>more')).toEqual({ value: 'SR5 & more' });
  expect(readCell('list', '<b>Tow bar</b>|Sunroof')).toEqual({ value: ['Tow bar', 'Sunroof'] });
});
