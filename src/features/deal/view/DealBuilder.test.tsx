import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FACTS } from '../../../../tests/fixtures/deal-samples.ts';
import { DealBuilder } from './DealBuilder.tsx';

const html = (search = '', more: object = {}) =>
  renderToStaticMarkup(
    <DealBuilder
      {...{
        facts: FACTS,
        path: '/cars/a/deal',
        search,
        fare: null,
        isSignedIn: false,
        signInHref: undefined,
      }}
      {...more}
    />,
  );
const texts = (markup: string) => markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

it('VDP-241 without JavaScript the choices of the address are in the form, which is sent by GET', () => {
  const markup = html('?trade=12,000&pay=finance&extra=window-tint.1&get=delivery&postcode=4000&reserve=yes');
  expect(markup).toContain('action="/cars/a/deal" method="get"');
  expect(markup).toContain('name="trade" value="12,000"');
  for (const chosen of [
    'name="pay" checked="" value="finance"',
    'name="extra" checked="" value="window-tint.59900"',
    'name="get" checked="" value="delivery"',
    'name="reserve" checked="" value="yes"',
  ])
    expect(markup).toContain(chosen);
  expect(markup).not.toContain('checked="" value="floor-mats');
  expect(markup).toContain('Update my deal');
});

it('VDP-237 the total is in one line that opens and in the summary, which has a link to the deal', () => {
  const markup = html('?trade=12000');
  const line = /<details class="deal-bar"><summary>(.*?)<\/summary>/.exec(markup)?.[1] ?? '';
  expect(texts(line)).toBe(' Total $34,990 Left to pay $22,990 ');
  const summary = markup.slice(markup.indexOf('deal-summary'));
  expect(texts(summary)).toContain('Your trade-in (your estimate) −$12,000 Left to pay $22,990');
  expect(summary).toContain('href="/cars/a/deal?v=1&amp;price=3499000.drive_away&amp;trade=12000"');
});

it('VDP-231 an amount that is none is complained about beside its field', () => {
  const markup = html('?trade=ten');
  expect(markup).toMatch(/<input[^>]* aria-invalid="true"[^>]* name="trade" value="ten"/);
  expect(texts(markup)).toContain('Enter whole dollars up to $1,000,000, such as 12,000.');
});

it('VDP-240 steps that the dealer does not offer are left out', () => {
  const bare = { ...FACTS, extras: [], tradeIn: null, reserve: null, delivers: false };
  const headings = [...html('', { facts: bare }).matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text);
  expect(headings).toEqual(['How you’ll pay', 'Pick-up', 'Your deal']);
});

it('VDP-238 a signed-in shopper can save the deal without JavaScript, another is led to sign-in and back', () => {
  expect(html('', { isSignedIn: true })).toContain(
    '<input type="hidden" name="query" value="v=1&amp;price=3499000.drive_away"/>',
  );
  expect(html('?trade=1', { signInHref: '/sign-in?type=my-garage' })).toContain(
    'href="/sign-in?type=my-garage&amp;redirect=%2Fcars%2Fa%2Fdeal%3Fv%3D1',
  );
});
