import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { TEMPLATE_NAMES } from '#src/config/sections/site/theme-section.ts';
import { STATES } from '#src/config/sections/states.ts';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { weakPairs } from '#src/platform/theme/theme-colours.ts';
import { dealerFolder } from '../../tests/fixtures/dealer-folder.ts';
import { coloursFor, newDealer } from './new-dealer.ts';

const { folder, remove } = dealerFolder();
afterAll(remove);

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('CFG-15 text is readable in any brand colour', () => {
  for (const brand of ['#ffffff', '#000000', '#ffff00', '#777777', '#0a3d62']) {
    expect(weakPairs(coloursFor(brand))).toEqual([]);
  }
  fc.assert(
    fc.property(colour, (brand) => weakPairs(coloursFor(brand)).length === 0),
    {
      numRuns: 2000,
    },
  );
});

it('CFG-15 a colour that is dark enough is unchanged; a pale one becomes the accent', () => {
  expect(coloursFor('#0a3d62')).toMatchObject({ brand: '#0a3d62', onBrand: '#ffffff', accent: '#0a3d62' });
  expect(coloursFor('#ffd23f')).toMatchObject({ accent: '#ffd23f', onAccent: '#000000' });
});

const word = fc.stringMatching(/^[A-Za-zÀ-ÿ0-9&'’-]{1,20}$/).filter((text) => text.trim() !== '');
const POSTCODE_OF = {
  act: '2600',
  nsw: '2000',
  nt: '0800',
  qld: '4000',
  sa: '5000',
  tas: '7000',
  vic: '3000',
  wa: '6000',
} as const;
const answers = fc.record({
  name: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  template: fc.constantFrom(...TEMPLATE_NAMES),
  state: fc.constantFrom(...STATES),
  'legal-name': word,
  abn: fc.constant('91 345 678 901'),
  licence: word,
  email: fc.constant('sales@harbour.example'),
  phone: fc.constantFrom('07 5550 1234', '1300 555 012'),
  street: word,
  suburb: fc.oneof(word, fc.constantFrom('Used Cars', '東京', 'harbour')),
  brand: colour,
  hours: fc.constantFrom('', 'Mon-Fri 8:30-17:30, Sat 9-13'),
});
const slug = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{1,10}(-[a-z0-9]{1,5}){0,2}$/),
  fc.constantFrom('used-cars', 'harbour', 'main'),
);

it('CFG-02 the new file is valid for any answers', () => {
  fc.assert(
    fc.property(slug, answers, (name, given) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(
        file,
        JSON.stringify(newDealer(name, { ...given, postcode: POSTCODE_OF[given.state] }, '2026-06')),
      );
      const loaded = loadDealer(file);
      rmSync(file);
      expect('problems' in loaded ? loaded.problems.map(formatProblem) : []).toEqual([]);
    }),
  );
});

it('CFG-02 a new file has no hours and promises nothing the dealer did not state', () => {
  const [given] = fc.sample(answers, 1);
  if (!given) throw new Error('No sample');
  const withHours = (hours: string) =>
    newDealer('harbour', { ...given, postcode: POSTCODE_OF[given.state], hours }, '2026-06');
  expect(withHours('').locations[0]?.opening_hours).toEqual([]);
  expect(withHours('Sat 9-13').locations[0]?.opening_hours).toContainEqual({
    weekday: 6,
    status: 'Open',
    open: '09:00',
    close: '13:00',
  });
  const file = withHours('');
  expect(file.leads.responsePromise).toBe(`Your message goes to ${given.name}.`);
  expect(JSON.stringify(file)).not.toMatch(/business day|do not sell|drop in|"lat"/i);
});
