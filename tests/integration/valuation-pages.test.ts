import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ask } from '../fixtures/http-site.ts';
import { formBody } from '../fixtures/lead-site.ts';
import { startRenderedSites } from '../fixtures/rendered-site.ts';
import { CONDITION, VEHICLE } from '../fixtures/valuation-journey.ts';

let sites: Awaited<ReturnType<typeof startRenderedSites>>;
beforeAll(async () => {
  sites = await startRenderedSites(inject('pagesEntry'), {
    outside: {
      'pages.trade-in.enabled': true,
      'analytics.googleTag': 'G-ABC1234567',
      'analytics.metaPixel': '12345678901',
      'leads.termsNote': 'By sending this form you agree to our terms of use.',
      chat: { label: 'Live chat', script: 'https://chat.example/widget.js' },
      'dealerships.0.switches': { liveChat: true },
    },
    vans: {
      'pages.trade-in.enabled': true,
      'tradeIn.regoLookup': false,
      verticals: ['caravans', 'parts'],
    },
  });
});
afterAll(() => sites?.stop());

const OTHERS = /data-google-tag|data-meta-pixel|chat\.example|googletagmanager|facebook/;
const at = (path: string, asked = {}) => ask(sites.port, { path, host: 'outside.localhost', ...asked });

it('FORM-10 ANL-07 no third-party script may run on a page whose address opens a valuation', async () => {
  const begun = await at('/value-my-car', formBody({ no_plate: 'on' }));
  const path = begun.headers.location ?? '';
  expect(path).toMatch(/^\/value-my-car\/[\w-]{32}\/vehicle$/);
  const page = await at(path);
  expect(page.status).toBe(200);
  expect(page.body + page.headers['content-security-policy']).not.toMatch(OTHERS);
  // The page that follows reads where the shopper came from.
  expect(page.headers['referrer-policy']).toBe('strict-origin');
  expect((await at('/trade-in')).body).toMatch(OTHERS);
});

it('FORM-10 the first step explains the result', async () => {
  const { body } = await at('/value-my-car');
  expect(body).toMatch(
    /Answer a few questions for an instant estimate \(where available\)\.\s+You can add up to/,
  );
});

it('FORM-10 CFG-13 a caravan is called one on every step, and no plate is named that is not asked for', async () => {
  const host = 'vans.localhost';
  const offered = await at('/trade-in', { host });
  expect(offered.body).toContain('Value my caravan');
  expect(offered.body).toContain('Call me instead');
  expect((await at('/value-my-car', { host })).body).toContain('Your caravan');
  const begun = await at('/value-my-car', { ...formBody({ no_plate: 'on' }), host });
  const { body } = await at(begun.headers.location ?? '', { host });
  expect(body).toMatch(/<h1[^>]*>Tell us about your caravan<\/h1>/);
  expect(body).toContain('name="axle_type"');
  const shown = `${offered.body}${body}`.replace(/<(style|script)[\s\S]*?<\/\1>/g, '');
  expect(shown).not.toMatch(/your plate|name="simple_|kms/i);
});

it('FORM-10 a shopper without the plate is not asked for it again', async () => {
  const begun = await at('/value-my-car', formBody({ no_plate: 'on' }));
  expect((await at('/value-my-car')).body).toContain('Your plate');
  expect((await at(begun.headers.location ?? '')).body).toContain('Your vehicle');
});

/** The address of a valuation that waits for the details. */
async function valued(): Promise<string> {
  const begun = await at('/value-my-car', formBody({ no_plate: 'on' }));
  const path = (begun.headers.location ?? '').replace(/\/vehicle$/, '');
  await at(`${path}/vehicle`, formBody(VEHICLE));
  await at(`${path}/condition`, formBody(CONDITION));
  return path;
}

it('FORM-02 FORM-10 the details of a valuation are above the note of every form', async () => {
  const page = await at(`${await valued()}/details`);
  expect(page.body).toMatch(
    /By sending this form you agree to our terms of use\..*Read the terms<\/a><\/p>.*type="submit"/s,
  );
});
