import { cleanTestStorage, setTestStorageKey, useTestStorageEngine } from '@nanostores/persistent';
import { beforeEach, expect, it } from 'vitest';
import { isCleared, persistFilters, withPersisted } from './persisted-filters.ts';

beforeEach(() => {
  useTestStorageEngine();
  persistFilters([], '');
  cleanTestStorage();
});

const NAMES = ['body', 'state'];
const PATH = '/search/used-cars';
const at = (search: string) => ({ pathname: PATH, search });

it('SRCH-11 stored refinements come back where the address asks nothing', () => {
  persistFilters(NAMES, '?query=hilux&body=ute&body=suv&state=qld&make=Toyota');
  expect(withPersisted(NAMES, at(''), [])).toBe(`${PATH}?body=ute&body=suv&state=qld`);
});

it('SRCH-11 the address comes first, then what its path says', () => {
  persistFilters(NAMES, '?body=ute&state=qld');
  expect(withPersisted(NAMES, at('?query=x'), [])).toBeUndefined();
  expect(withPersisted(NAMES, at(''), ['state'])).toBe(`${PATH}?body=ute`);
  expect(withPersisted(NAMES, at(''), ['state', 'body'])).toBeUndefined();
});

it('SRCH-11 a refinement taken away is kept no longer, nor one of a facet that is not kept now', () => {
  persistFilters(NAMES, '?body=ute&state=qld');
  expect(withPersisted(['state'], at(''), [])).toBe(`${PATH}?state=qld`);
  persistFilters(NAMES, '');
  expect(withPersisted(NAMES, at(''), [])).toBeUndefined();
  expect(withPersisted([], at(''), [])).toBeUndefined();
});

it.each(['{', 'null', '[1]', '[["body"]]', '[["evil","x"]]', '[["body",7]]', '{"body":"ute"}'])(
  'SRCH-11 a storage that says %s restores nothing',
  (text) => {
    setTestStorageKey('forecourt:kept-filters', text);
    expect(withPersisted(NAMES, at(''), [])).toBeUndefined();
  },
);

it.each([
  ['#cleared', '', true],
  ['', `https://a.example${PATH}?body=ute`, true],
  ['', `https://a.example${PATH}`, true],
  ['', 'https://a.example/search/new-cars?body=ute', false],
  ['', `https://b.example${PATH}?body=ute`, false],
  ['#results', '', false],
])('SRCH-11 with "%s" coming from "%s", filters were removed: %s', (hash, from, expected) => {
  expect(isCleared({ hash, pathname: PATH, origin: 'https://a.example' }, from)).toBe(expected);
});
