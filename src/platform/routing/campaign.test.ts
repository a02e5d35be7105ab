import { expect, it } from 'vitest';
import { campaignOf, withCampaign } from './visit-address.ts';

it('FORM-04 campaign and click ids are known, anything else is not', () => {
  expect(
    campaignOf('?utm_source=news&gclid=abc&email=a%40b.c&make=Toyota&utm_evil=1&__proto__=x&fbclid='),
  ).toEqual({
    utm_source: 'news',
    gclid: 'abc',
  });
  expect(campaignOf(`?gclid=${'x'.repeat(5000)}`).gclid).toHaveLength(200);
});

it.each([
  ['/a', '?utm_source=news&page=2', '/a?utm_source=news'],
  ['/a?b=1#c', '?gclid=x', '/a?b=1&gclid=x#c'],
  ['/a?gclid=own', '?gclid=x&utm_source=y', '/a?gclid=own&utm_source=y'],
  ['/a?b=c%20d#e', '?page=2', '/a?b=c%20d#e'],
  ['https://other.example/a', '?gclid=x', 'https://other.example/a?gclid=x'],
])('FORM-04 %s after %s is %s', (to, search, expected) => expect(withCampaign(to, search)).toBe(expected));
