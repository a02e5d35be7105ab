import { expect, it } from 'vitest';
import {
  forgetSearch,
  forgetSearches,
  MOST_REMEMBERED,
  rememberedSearches,
  rememberSearch,
} from './search-history.ts';

function storageOf(text?: string) {
  const kept = new Map(text === undefined ? [] : [['forecourt:searches', text]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

const search = (text: string) => ({ text, href: `/search/used-cars?query=${text}` });
const textsOf = (storage: ReturnType<typeof storageOf>) =>
  rememberedSearches(storage).map(({ text }) => text);

it('SRCH-23 the last 5 searches are remembered, newest first', () => {
  const storage = storageOf();
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) rememberSearch(storage, search(text));
  expect(textsOf(storage)).toEqual(['g', 'f', 'e', 'd', 'c']);
  expect(MOST_REMEMBERED).toBe(5);
});

it('SRCH-23 a search made again is the newest, and listed once', () => {
  const storage = storageOf();
  for (const text of ['a', 'b', 'a']) rememberSearch(storage, search(text));
  expect(textsOf(storage)).toEqual(['a', 'b']);
});

it('SRCH-23 a search typed on replaces its beginning', () => {
  const storage = storageOf();
  rememberSearch(storage, search('b'));
  rememberSearch(storage, search('hi'));
  rememberSearch(storage, search('hilux'), search('hi').href);
  expect(textsOf(storage)).toEqual(['hilux', 'b']);
});

it('SRCH-23 one or all of them are forgotten', () => {
  const storage = storageOf();
  for (const text of ['a', 'b', 'c']) rememberSearch(storage, search(text));
  forgetSearch(storage, search('b').href);
  expect(textsOf(storage)).toEqual(['c', 'a']);
  forgetSearches(storage);
  expect(textsOf(storage)).toEqual([]);
});

it.each([
  'nonsense',
  '{"a":1}',
  '[1,null,"x"]',
  '[{"text":"x","href":"javascript:alert(1)"}]',
  '[{"text":"x","href":"/searching"}]',
  '[{"text":1,"href":"/search"}]',
])('SRCH-23 what another script stored leads nowhere: %s', (text) => {
  expect(rememberedSearches(storageOf(text))).toEqual([]);
  expect(rememberedSearches(undefined)).toEqual([]);
});
