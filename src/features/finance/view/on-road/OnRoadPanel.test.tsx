import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OnRoadPanel } from './OnRoadPanel.tsx';

const FIRST = {
  state: 'qld' as const,
  lines: [
    { kind: 'price', label: 'Advertised price', amount: 30_000 },
    { kind: 'duty', label: 'Stamp duty in QLD', amount: 900.5 },
  ],
  total: 30_900.5,
  basis: ['An estimate for a private buyer in Queensland.'],
  sources: [{ name: 'Queensland Government', href: 'https://www.qld.gov.au/duty' }],
  as_of: '2026-11-30',
  as_of_text: '30 November 2026',
};

const html = (message = '', typed = '4000') =>
  renderToStaticMarkup(
    <OnRoadPanel
      {...{ address: '/api/cars/a/on-road', onRoad: 'Drive away', first: FIRST, typed, message }}
    />,
  );
const textOf = (markup: string) => markup.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

it('VDP-210 FIN-215 it is line by line, and called an estimate with its source and day', () => {
  const text = textOf(html());
  expect(text).toContain('|Est. drive away in QLD| |$30,900.50|');
  expect(text).toContain('|Advertised price|$30,000|Stamp duty in QLD|$900.50|Estimated total|$30,900.50|');
  expect(text).toContain(
    'Stamp duty as published by |Queensland Government|, looked up on 30 November 2026.',
  );
  expect(html()).toContain('href="https://www.qld.gov.au/duty"');
});

it('VDP-210 its lines open on a tap, and are open for a postcode that was sent', () => {
  expect(html('', '')).toContain('<details><summary><span>Est. drive away in QLD</span> <strong>$30,900.50');
  expect(html()).toContain('<details open=""');
});

it('VDP-210 its form is sent with GET, and has what was typed and what is wrong with it', () => {
  expect(html('Invalid postcode')).toContain('action="#on-road" method="get"');
  expect(html()).toMatch(/name="on_road_postcode"[^>]*value="4000"/);
  expect(textOf(html('Invalid postcode'))).toContain('|Invalid postcode|');
});
