import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readVisitCookie, visitCookie } from './read-request.ts';

const at = (address: string) => new URL(address, 'https://site.invalid');
const pairOf = (cookie = '') => cookie.split(';')[0] ?? '';

it('FORM-04 a landing with a campaign is stored for the session, inaccessible to scripts', () => {
  const cookie = visitCookie(at('/cars/x?utm_source=mail&page=2&gclid=a%3Bb'), true);
  expect(cookie).toBe(
    'forecourt_visit=landing=%2Fcars%2Fx&utm_source=mail&gclid=a%3Bb; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  expect(readVisitCookie(`a=b; ${pairOf(cookie)}; c=d`)).toEqual({
    path: '/cars/x',
    campaign: { utm_source: 'mail', gclid: 'a;b' },
  });
});

it('FORM-04 FORM-10 a landing in a valuation is stored without its key', () => {
  const cookie = visitCookie(at('/value-my-car/Secret-1/details?gclid=G1'), false);
  expect(readVisitCookie(pairOf(cookie))?.path).toBe('/value-my-car/details');
});

it('FORM-04 an address without a campaign sets no cookie', () => {
  expect(visitCookie(at('/search?page=2&landing=/x'), false)).toBeUndefined();
  expect(readVisitCookie('session=1')).toBeUndefined();
  expect(readVisitCookie(null)).toBeUndefined();
});

it('FORM-04 for any campaign, the cookie is one line that browsers accept, and is read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), (source, id) => {
      const query = new URLSearchParams([
        ['utm_source', source],
        ['gclid', id],
        ['utm_term', 'é'.repeat(300)],
        ['fbclid', 'é'.repeat(300)],
        ['utm_content', 'é'.repeat(300)],
      ]);
      const cookie = visitCookie(at(`/?${query}`), false) ?? '';
      expect(cookie).toMatch(/^[\x21-\x7e]+(?:; [\w=/]+)+$/);
      expect(cookie.length).toBeLessThan(3100);
      const read = readVisitCookie(pairOf(cookie));
      if (source !== '')
        expect(read?.campaign.utm_source).toBe(query.get('utm_source')?.slice(0, 200).toWellFormed());
    }),
  );
});

it('FORM-04 a forged cookie names nothing but campaigns', () => {
  const forged = readVisitCookie('forecourt_visit=landing=//evil&email=a@b.c&__proto__=x&gclid=%ff');
  expect(Object.keys(forged?.campaign ?? {})).toEqual(['gclid']);
});
