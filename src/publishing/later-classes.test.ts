import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { classesNamed, FETCHED } from './later-classes.ts';

it('PLAT-02 a script may add the classes that it names, whole or by their beginning', () => {
  const styled = ['card', 'card-title', 'tag', 'tag-sold', 'tag-new', 'tile', 'panel'];
  const named = ['card', 'tag-sold', 'tag-new'];
  expect(classesNamed('a.className="big card";b.className="tag-"+c', styled)).toEqual(named);
  expect(classesNamed('`<b class="card tag-$' + '{c}">`', styled)).toEqual(named);
  expect(classesNamed('document.querySelector(".tile").panel({tile:1})', styled)).toEqual([]);
});

it('PLAT-02 every module that makes elements of HTML says what renders that HTML', () => {
  const MAKES_ELEMENTS =
    /\binnerHTML\b|\bouterHTML\s*=|insertAdjacentHTML|[sS]etHTML|parseHTML|DOMParser|createContextualFragment|srcdoc|document\.write/;
  const made = globSync(
    'src/{domain,features,layouts,pages,publishing/preview/browser,ui}/**/*.{ts,tsx,astro}',
  ).filter((file) => !file.endsWith('.test.ts') && MAKES_ELEMENTS.test(readFileSync(file, 'utf8')));
  expect(made.sort()).toEqual(Object.keys(FETCHED));
  for (const file of Object.values(FETCHED)) expect(existsSync(file)).toBe(true);
});
