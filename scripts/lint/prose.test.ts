import { expect, it } from 'vitest';
import { complaintsOf, proseOf } from './prose.ts';

const SOURCE = `/** Sends the lead anew. */
export const anew = 'anew';
// By courier.
const title = 'The courier comes on Monday.';
`;

it('prose of a source file is its comments and sentences, at their places', () => {
  const prose = proseOf('src/x.ts', SOURCE);
  expect(prose).toHaveLength(SOURCE.length);
  expect(prose.split('\n').map((line) => line.trim())).toEqual([
    '/** Sends the lead anew. */',
    '',
    '// By courier.',
    "'The courier comes on Monday.'",
    '',
  ]);
});

it('each word of the list is reported with its place and replacement', async () => {
  expect(await complaintsOf('src/x.ts', SOURCE)).toEqual([
    'src/x.ts:1: Incorrect term: “anew”, use “again” instead',
    'src/x.ts:3: Incorrect term: “courier”, use “delivery adapter” instead',
    'src/x.ts:4: Incorrect term: “courier”, use “delivery adapter” instead',
  ]);
});

it('in a document code is no prose', async () => {
  expect(await complaintsOf('README.md', 'Run `make anew`, never anew.\n')).toHaveLength(1);
});

it('a page is read with its texts, a stylesheet with its comments', async () => {
  const page = `---
// Built anew.
const anew = 1;
---

<p class="anew">{anew} A courier comes on Monday.</p>
`;
  expect(await complaintsOf('src/X.astro', page)).toEqual([
    'src/X.astro:2: Incorrect term: “anew”, use “again” instead',
    'src/X.astro:6: Incorrect term: “courier”, use “delivery adapter” instead',
  ]);
  expect(
    await complaintsOf('src/x.css', '.anew { background: url(//a.example/anew); /* Drawn anew. */ }\n'),
  ).toEqual(['src/x.css:1: Incorrect term: “anew”, use “again” instead']);
});
