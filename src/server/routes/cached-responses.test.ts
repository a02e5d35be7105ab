import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSearch, encodeSearch } from '#src/features/search/url/url-codec.ts';
import { anySearch } from '../../../tests/fixtures/any-search.ts';
import { cacheableAddress, responseKey } from './cached-responses.ts';

const address = (path: string, query = '') => cacheableAddress(path, new URLSearchParams(query));

describe('PLAT-02 the address a response is cached under', () => {
  it('drops utm and click ids and everything unknown', () => {
    expect(address('/', 'utm_source=mail&gclid=1')).toBe('/');
    expect(address('/cars/2024-mazda-cx-5', 'fbclid=x&page=2')).toBe('/cars/2024-mazda-cx-5');
    expect(address('/search/used-cars', 'utm_campaign=a&make=Mazda&x=1')).toBe(
      '/search/used-cars?make=Mazda',
    );
  });

  it.each(['/special-offers', '/offers/clearance', '/offers/toyota/clearance', '/models/hilux'])(
    'CONT-03 %s is cached without any parameter',
    (path) => expect(address(path, 'utm_source=mail&page=2')).toBe(path),
  );

  it.each([
    ['/toyota/overview', '/brands/toyota'],
    ['/our-location/yard', '/locations/yard'],
    ['/d-max', '/models/d-max'],
  ])('CONT-13 LOC-06 %s is cached without any parameter', (path, internal) => {
    expect(cacheableAddress(path, new URLSearchParams('utm_source=mail&page=2'), internal)).toBe(path);
  });

  it('FIN-01 the finance page is cached without a car, a calculation or values of its form', () => {
    const finance = (query: string) =>
      cacheableAddress('/finance-enquiry', new URLSearchParams(query), '/finance');
    expect(finance('')).toBe('/finance-enquiry');
    expect(finance('utm_source=mail&gclid=1')).toBe('/finance-enquiry');
    for (const query of ['car_id=7', 'deposit=500', 'first_name=Ann', 'utm_source=mail&car_id=7'])
      expect(finance(query), query).toBeUndefined();
  });

  it.each(['/cars/2024-mazda-cx-5/similar', '/api/cars/2024-mazda-cx-5/similar'])(
    'VDP-14 %s is cached without any parameter',
    (path) => expect(address(path, 'utm_source=mail&id=7')).toBe(path),
  );

  it('VDP-22 does not exist for viewed vehicles', () => {
    expect(address('/viewed-cars', 'id=7')).toBeUndefined();
  });

  it('SRCH-02 is one for the names of the stock, with any parameters', () => {
    expect(address('/api/suggestions', 'query=private')).toBe('/api/suggestions');
    expect(address('/api/suggestions/more')).toBeUndefined();
  });

  it('VDP-21 does not exist for requests of a shown page', () => {
    expect(address('/cars/2024-mazda-cx-5/view.json', 'photos_count=7')).toBeUndefined();
  });

  it('is one for every order and form of the same search', () => {
    expect(address('/search/toyota', 'sortBy=latest&body=suv&body=ute&body=suv&page=1')).toBe(
      address('/search/toyota', 'body=ute&body=suv&sortBy=latest'),
    );
  });

  it('SRCH-01 does not exist for a query that is cut: its page says so', () => {
    expect(address('/search/toyota', `query=${'x'.repeat(201)}`)).toBeUndefined();
    expect(address('/search/toyota', `query=${'x'.repeat(200)}`)).toBeDefined();
  });

  it('SRCH-05 differs for a page with a list open', () => {
    expect(address('/search/toyota', 'show=make&body=ute')).toBe('/search/toyota?body=ute&show=make');
    expect(address('/search/toyota', 'show=price&show=make')).toBe('/search/toyota');
  });

  it('differs for every two different searches', () => {
    fc.assert(
      fc.property(anySearch, anySearch, (a, b) => {
        const [first, second] = [encodeSearch(a), encodeSearch(b)];
        const isSame =
          cacheableAddress('/search/used-cars', first) === cacheableAddress('/search/used-cars', second);
        expect(isSame).toBe(first.toString() === second.toString());
      }),
    );
  });

  it('means the same as the requested address, without noise', () => {
    fc.assert(
      fc.property(anySearch, fc.webQueryParameters(), (state, noise) => {
        const asked = encodeSearch(state);
        for (const [name, value] of new URLSearchParams(noise)) asked.append(`utm_${name}`, value);
        const kept = cacheableAddress('/search/used-cars', asked) ?? '';
        expect(decodeSearch(new URL(kept, 'https://a.example').searchParams)).toEqual(decodeSearch(asked));
      }),
    );
  });

  it.each([
    '/search',
    '/enquire/contact',
    '/about-us',
    '/api/search',
    '/cars',
    '/cars/a/b',
    '/success',
    '/cars/trade-in',
    '/print',
  ])('does not exist for %s', (path) => expect(address(path)).toBeUndefined());

  it('does not exist for form requests, which redirect', () => {
    expect(address('/search/used-cars', 'price.min=10000&price.max=')).toBeUndefined();
  });
});

it('PLAT-02 keys of two dealers, releases, addresses or bodies never collide', () => {
  const part = fc.stringMatching(/^[a-z0-9/?=&{}":-]{0,12}$/);
  const parts = fc.tuple(part, part, part, part);
  fc.assert(
    fc.property(parts, fc.nat(3), part, (one, at, other) => {
      const another = one.with(at, other) as typeof one;
      expect(responseKey(...one) === responseKey(...another)).toBe(one[at] === other);
    }),
  );
  fc.assert(
    fc.property(parts, parts, (one, another) => {
      expect(responseKey(...one) === responseKey(...another)).toBe(
        JSON.stringify(one) === JSON.stringify(another),
      );
    }),
  );
});
