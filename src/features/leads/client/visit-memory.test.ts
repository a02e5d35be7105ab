import { beforeEach, describe, expect, it } from 'vitest';
import type { TextStorage } from '#src/platform/ui/storage/browser-storage.ts';
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
