import { expect, it } from 'vitest';
import { readFrontMatter } from './content-format.ts';

/** Words of the YAML parser, which mean nothing to the writer of a page. */
const FOREIGN =
  /mapping|scalar|alias|implicit|collection|flow|sequence|indent(?:ation)|node|YAML|Unresolved/i;

it.each([
  ['title: a: b', 'a second colon in a line'],
  ['title: A\ntitle: B', 'a key that is there already'],
  ['a:\n\tb: c', 'a tab before a key'],
  ['title: "open', 'a quote, bracket, comma or colon that is missing'],
  ['title: [a, b', expect.stringContaining('a bracket that stays open')],
  ['title: "a\\qb"', 'a backslash before a letter that has no meaning there'],
  ['title: @home', 'a text that begins with a sign such as @ or `'],
  ['title: !best price', 'a text that begins with !'],
  ['title: *best', 'references by & and *'],
  ['a: b\n c: d', expect.any(String)],
  ['a:\n  b: 1\n c: 2', expect.any(String)],
  ['title: }', expect.any(String)],
  ['%x\ntitle: a', expect.any(String)],
])('NAV-15 the keys %j are refused in words for the writer of the page', (keys, received) => {
  const read = readFrontMatter(`---\n${keys}\n---\nText\n`);
  const found = 'fault' in read ? read.fault : undefined;
  expect(found).toMatchObject({ received });
  expect(`${found?.received} ${found?.remedy}`).not.toMatch(FOREIGN);
});
