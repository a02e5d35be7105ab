import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openRenderedPages } from '../switches/rendered-pages.ts';

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(() => pages.close());

it('FORM-01 the valuation pages link to the form for a call', async () => {
  const { html } = await pages.render('/value-my-car', { 'pages.trade-in.enabled': true });
  expect(html).toMatch(/<a href="\/enquire\/sell-your-car"[^>]*>Call me instead<\/a>/);
});

it.each([
  [['Sales', 'Parts'], true],
  [['Sales'], false],
])(
  'FORM-01 FORM-02 the contact page links to the enquiry with a topic to choose: %j %s',
  async (categories, isLinked) => {
    const { html } = await pages.render('/contact', { 'leads.categories': categories });
    expect(html).toContain('action="/enquire/contact"');
    expect(html.includes('href="/enquire/enquiry"')).toBe(isLinked);
  },
);
