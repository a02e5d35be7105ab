import { expect, it } from 'vitest';
import { withLocalLinks } from './local-links.ts';

const SITES = { 'www.riverbend.example': 'http://riverbend.localhost:4321' };

it('SRCH-33 links to sites of the demo work in its messages, and nothing else is a link', () => {
  const text = 'See <b> https://www.riverbend.example/search/a?b=1&c=2\nhttps://evil.example/x';
  expect(withLocalLinks(text, SITES)).toBe(
    'See &lt;b&gt; <a href="http://riverbend.localhost:4321/search/a?b=1&amp;c=2">https://www.riverbend.example/search/a?b=1&amp;c=2</a>\nhttps://evil.example/x',
  );
});

it('SRCH-33 no name of an object leads anywhere', () => {
  expect(withLocalLinks('http://constructor/ http://__proto__/', SITES)).not.toContain('<a');
});
