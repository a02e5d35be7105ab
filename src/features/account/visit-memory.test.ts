import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_VIEWED_CARS } from '#src/domain/vehicle/viewed-vehicles.ts';
import type { TextStorage } from '#src/ui/browser-storage.ts';
import { rememberViewedCar, viewedCars } from './viewed-cars.ts';
import {
  linkedQueryParams,
  MAX_VISITED_PAGES,
  rememberLinkedParams,
  rememberPage,
  visitedPages,
} from './visit-memory.ts';

let storage: TextStorage;
beforeEach(() => {
  const texts = new Map<string, string>();
  storage = { getItem: (key) => texts.get(key) ?? null, setItem: (key, value) => void texts.set(key, value) };
});

describe('visited pages', () => {
  it('FORM-04 the last 20 pages are stored, oldest first', () => {
    for (let n = 0; n < MAX_VISITED_PAGES + 3; n++) rememberPage(storage, `/cars/${n}`);
    const pages = visitedPages(storage);
    expect(pages).toHaveLength(20);
    expect(pages[0]).toBe('/cars/3');
    expect(pages.at(-1)).toBe('/cars/22');
  });

  it('FORM-04 a reload counts once, a return counts again', () => {
    for (const path of ['/', '/', '/about-us', '/']) rememberPage(storage, path);
    expect(visitedPages(storage)).toEqual(['/', '/about-us', '/']);
  });
});

describe('linked query params', () => {
  it('FORM-04 only campaign and click ids are stored', () => {
    rememberLinkedParams(
      storage,
      '?utm_source=news&gclid=abc&email=a%40b.c&make=Toyota&utm_evil=1&__proto__=x',
    );
    expect(linkedQueryParams(storage)).toEqual({ utm_source: 'news', gclid: 'abc' });
  });

  it('FORM-04 they outlive pages without any, and a new campaign replaces them', () => {
    rememberLinkedParams(storage, '?utm_source=news&utm_term=ute');
    rememberLinkedParams(storage, '');
    rememberLinkedParams(storage, '?make=Toyota');
    expect(linkedQueryParams(storage)).toEqual({ utm_source: 'news', utm_term: 'ute' });
    rememberLinkedParams(storage, '?fbclid=new');
    expect(linkedQueryParams(storage)).toEqual({ fbclid: 'new' });
  });

  it('FORM-04 a value is cut to 200 characters', () => {
    rememberLinkedParams(storage, `?gclid=${'x'.repeat(5000)}`);
    expect(linkedQueryParams(storage).gclid).toHaveLength(200);
  });
});

describe('viewed cars', () => {
  const car = (id: string) => ({
    id,
    stocknum: 'S1',
    make: 'Mazda',
    model: 'CX-5',
    body: 'SUV',
    simple_body: 'suv',
  });

  it('VDP-22 the last 20 are stored, newest first, each once', () => {
    for (let n = 0; n < MOST_VIEWED_CARS + 2; n++) rememberViewedCar(storage, car(String(n)));
    rememberViewedCar(storage, car('5'));
    const ids = viewedCars(storage).map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(ids.slice(0, 2)).toEqual(['5', '21']);
    expect(new Set(ids).size).toBe(20);
  });

  it('VDP-22 exactly the fields of the specification are stored, unknown ones as empty texts', () => {
    rememberViewedCar(storage, { id: '1', make: 'Mazda', model: 'CX-5', stocknum: null, vin: 'V' });
    expect(viewedCars(storage)).toEqual([
      { id: '1', stocknum: '', make: 'Mazda', model: 'CX-5', body: '', simple_body: '' },
    ]);
  });

  it.each([undefined, null, 'x', {}, { id: 7 }, []])('VDP-22 %j is not stored', (junk) => {
    rememberViewedCar(storage, junk);
    expect(viewedCars(storage)).toEqual([]);
  });
});
