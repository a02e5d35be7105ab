import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FETCHED, namesIn } from './later-names.ts';

/** Its HTML is in the code of those that call it, which names the classes. */
const OF_LITERALS = ['src/ui/element-of.ts'];

it('PLAT-02 a script may add the classes that it names, whole or by their beginning', () => {
  const styled = ['card', 'card-title', 'tag', 'tag-sold', 'tag-new', 'tile', 'panel'];
  const named = ['card', 'tag-sold', 'tag-new'];
  expect(namesIn('a.className="big card";b.className="tag-"+c', styled)).toEqual(named);
  expect(namesIn('`<b class="card tag-$' + '{c}">`', styled)).toEqual(named);
  expect(namesIn('document.querySelector(".tile").panel({tile:1})', styled)).toEqual([]);
});

it('PLAT-02 a script may set the attributes that it names, as such or as a property', () => {
  const styled = ['data-kind', 'data-per-row', 'data-tone'];
  expect(namesIn('a.dataset.perRow=b', styled)).toEqual(['data-per-row']);
  expect(namesIn('jsx("b",{"data-tone":c})', styled)).toEqual(['data-tone']);
  expect(namesIn('Object.assign(a.dataset,{kind:b})', styled)).toEqual(['data-kind']);
});

it('PLAT-02 every module that makes elements of HTML says what renders that HTML', () => {
  const MAKES_ELEMENTS =
    /\binnerHTML\b|\bouterHTML\s*=|insertAdjacentHTML|[sS]etHTML|parseHTML|DOMParser|createContextualFragment|srcdoc|document\.write/;
  const made = globSync(
    'src/{domain,features,layouts,pages,publishing/preview/browser,ui}/**/*.{ts,tsx,astro}',
  ).filter((file) => !file.endsWith('.test.ts') && MAKES_ELEMENTS.test(readFileSync(file, 'utf8')));
  expect(made.sort()).toEqual([...Object.keys(FETCHED), ...OF_LITERALS].sort());
  for (const file of Object.values(FETCHED)) expect(existsSync(file)).toBe(true);
});
