import { expect, it } from 'vitest';
import { isCleared, keepFilters, withKept } from './kept-filters.ts';

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
  };
}

const NAMES = ['body', 'state'];
const PATH = '/search/used-cars';
const at = (search: string) => ({ pathname: PATH, search });

it('SRCH-11 stored refinements come back where the address asks nothing', () => {
  const kept = storage();
  keepFilters(kept, NAMES, '?query=hilux&body=ute&body=suv&state=qld&make=Toyota');
  expect(withKept(kept, NAMES, at(''), [])).toBe(`${PATH}?body=ute&body=suv&state=qld`);
});

it('SRCH-11 the address comes first, then what its path says', () => {
  const kept = storage();
  keepFilters(kept, NAMES, '?body=ute&state=qld');
  expect(withKept(kept, NAMES, at('?query=x'), [])).toBeUndefined();
  expect(withKept(kept, NAMES, at(''), ['state'])).toBe(`${PATH}?body=ute`);
  expect(withKept(kept, NAMES, at(''), ['state', 'body'])).toBeUndefined();
});

it('SRCH-11 a refinement taken away is kept no longer, nor one of a facet that is not kept now', () => {
  const kept = storage();
  keepFilters(kept, NAMES, '?body=ute&state=qld');
  expect(withKept(kept, ['state'], at(''), [])).toBe(`${PATH}?state=qld`);
  keepFilters(kept, NAMES, '');
  expect(withKept(kept, NAMES, at(''), [])).toBeUndefined();
  expect(withKept(kept, [], at(''), [])).toBeUndefined();
});

it.each(['{', 'null', '[1]', '[["body"]]', '[["evil","x"]]', '[["body",7]]', '{"body":"ute"}'])(
  'SRCH-11 a storage that says %s restores nothing',
  (text) => {
    expect(withKept({ getItem: () => text, setItem: () => {} }, NAMES, at(''), [])).toBeUndefined();
  },
);

it('SRCH-11 without a storage the search begins as its address says', () => {
  keepFilters(undefined, NAMES, '?body=ute');
  expect(withKept(undefined, NAMES, at(''), [])).toBeUndefined();
});

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
