import { cleanTestStorage, setTestStorageKey, useTestStorageEngine } from '@nanostores/persistent';
import { beforeEach, expect, it } from 'vitest';
import {
  $recentSearches,
  forgetSearch,
  forgetSearches,
  MAX_RECENT_SEARCHES,
  rememberSearch,
} from './recent-searches.store.ts';

beforeEach(() => $recentSearches.set([]));

const search = (text: string) => ({ text, href: `/search/used-cars?query=${text}` });
const texts = () => $recentSearches.get().map(({ text }) => text);

it('SRCH-23 the last 5 searches are remembered, newest first', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) rememberSearch(search(text));
  expect(texts()).toEqual(['g', 'f', 'e', 'd', 'c']);
  expect(MAX_RECENT_SEARCHES).toBe(5);
});

it('SRCH-23 a search made again is the newest, and listed once', () => {
  for (const text of ['a', 'b', 'a']) rememberSearch(search(text));
  expect(texts()).toEqual(['a', 'b']);
});

it('SRCH-23 a search typed on replaces its beginning', () => {
  rememberSearch(search('b'));
  rememberSearch(search('hi'));
  rememberSearch(search('hilux'), search('hi').href);
  expect(texts()).toEqual(['hilux', 'b']);
});

it('SRCH-23 one or all of them are forgotten', () => {
  for (const text of ['a', 'b', 'c']) rememberSearch(search(text));
  forgetSearch(search('b').href);
  expect(texts()).toEqual(['c', 'a']);
  forgetSearches();
  expect(texts()).toEqual([]);
});

it.each([
  'nonsense',
  '{"a":1}',
  '[1,null,"x"]',
  '[{"text":"x","href":"javascript:alert(1)"}]',
  '[{"text":"x","href":"/searching"}]',
  '[{"text":1,"href":"/search"}]',
])('SRCH-23 what another script stored leads nowhere: %s', (text) => {
  useTestStorageEngine();
  const stop = $recentSearches.listen(() => {});
  setTestStorageKey('forecourt:searches', text);
  expect($recentSearches.get()).toEqual([]);
  stop();
  cleanTestStorage();
});
