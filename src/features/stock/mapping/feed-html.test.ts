import { expect, it } from 'vitest';
import { readCell } from '#src/features/stock/server/reading/feed-cell.ts';
import { htmlToText } from './text-cells.ts';

it.each([
  ['<b>PRICED TO SELL</b><br>Won’t last!!!', 'PRICED TO SELL\nWon’t last!!!'],
  ['<p>One owner.</p><p>Books &amp; keys</p>', 'One owner.\n\nBooks & keys'],
  ['Has:<ul><li>Tow bar</li><li>Bull&nbsp;bar</li></ul>Call us', 'Has:\n• Tow bar\n• Bull bar\n\nCall us'],
  ['&lt;b&gt;Sale&lt;/b&gt; &#8211; now', 'Sale – now'],
  ['Nice<script>alert(1)</script> car<!-- no -->', 'Nice car'],
  ['<img src=x onerror=alert(1)>Ute', 'Ute'],
  ['under < 100 km & > 5 seats', 'under < 100 km & > 5 seats'],
  ['Line one\n\nLine two', 'Line one\n\nLine two'],
  ['Caf&eacute; Citro&euml;n &pound;5 &frac14; tank', 'Café Citroën £5 ¼ tank'],
  ['&lt;p&gt;Books &amp;amp; keys&lt;/p&gt;', 'Books & keys'],
  ['<ul><li>\n<p>Tow bar</p></li></ul>', '• Tow bar'],
  ['One<script>owner', 'One'],
])('VDP-08 comments of a feed are never literal tags: %j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

it('VDP-08 HTML in names and lists of features becomes text too', () => {
  expect(readCell('text', '<b>SR5</b> &amp;<br>more')).toEqual({ value: 'SR5 & more' });
  expect(readCell('list', '<b>Tow bar</b>|Sunroof')).toEqual({ value: ['Tow bar', 'Sunroof'] });
});

it.each(['&#x202E;', '&#8203;', '&#xFEFF;', '&#7;', '&amp;#x202E;'])(
  'PLAT-03 %s does not bring an invisible character into text, prose or a list',
  (entity) => {
    const cell = `Sun${entity}roof`;
    expect(readCell('text', cell)).toEqual({ value: 'Sunroof' });
    expect(readCell('prose', cell)).toEqual({ value: 'Sunroof' });
    expect(readCell('list', `${cell}; Tow bar`)).toEqual({ value: ['Sunroof', 'Tow bar'] });
    expect(readCell('list', JSON.stringify([cell]))).toEqual({ value: ['Sunroof'] });
  },
);

it('VDP-08 a list keeps an item whole whose entity ends in a semicolon, and splits an HTML list', () => {
  expect(readCell('list', 'Heated &amp; cooled seats;Tow bar')).toEqual({
    value: ['Heated & cooled seats', 'Tow bar'],
  });
  expect(readCell('list', '<ul><li>Tow bar</li><li>Sunroof</li></ul>')).toEqual({
    value: ['Tow bar', 'Sunroof'],
  });
});

it.each([
  [' ', '<b>'],
  ['<script ', ''],
  ['<!--', ''],
  ['<b>', ''],
  ['<b></i>', ''],
  ['<head>', ''],
  ['&lt;', ''],
  ['&#8203;', ''],
  ['<li>\n', ''],
  ['<a href="', ''],
])('VDP-08 a cell of a million characters of %j is parsed in linear time', (piece, end) => {
  const cell = piece.repeat(1_000_000 / piece.length) + end;
  const started = process.cpuUsage();
  expect(readCell('prose', end + cell)).toHaveProperty('value');
  expect(readCell('text', end + cell)).toHaveProperty('value');
  expect(readCell('list', end + cell)).toHaveProperty('value');
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000_000).toBeLessThan(2);
});

it('VDP-08 of a cell of more than 200,000 characters the first 200,000 count', () => {
  expect(htmlToText(`${'a'.repeat(199_999)}👨`)).toBe('a'.repeat(199_999));
});
