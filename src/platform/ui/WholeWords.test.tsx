import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WholeWords } from './WholeWords.tsx';

it.each([
  ['Isuzu D-MAX', 'Isuzu <span class="whole-word">D-MAX</span>'],
  [
    '2017 Harley-Davidson XL-1200',
    '2017 <span class="whole-word">Harley-Davidson</span> <span class="whole-word">XL-1200</span>',
  ],
  ['Wollongong-Shellharbour', 'Wollongong-Shellharbour'],
  ['Kia Rio', 'Kia Rio'],
])('CARD-01 in %s only short words are whole', (text, html) => {
  expect(renderToStaticMarkup(<WholeWords text={text} />)).toBe(html);
});
