import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { dealerFolder } from '../../../tests/fixtures/dealer-folder.ts';
import { changedInputs, releaseInputs } from './complete-sites.ts';

let dealers: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  dealers = dealerFolder();
});
afterEach(() => dealers.remove());

function inputsOf(
  slug: string,
  { code = 'code', pictureWidths }: { code?: string; pictureWidths?: Record<string, number> } = {},
) {
  const loaded = loadDealer(dealers.file(slug));
  if (!('dealer' in loaded)) throw new Error(`${slug} has mistakes`);
  const dealer = pictureWidths ? { ...loaded.dealer, pictureWidths } : loaded.dealer;
  return releaseInputs(dealer, loaded.layers, { code });
}

it('PLAT-01 a content file is an input of its dealer’s release alone, apart from the dealer file', () => {
  const [riverbend, kookaburra] = [inputsOf('riverbend'), inputsOf('kookaburra-cars')];
  mkdirSync(join(dealers.folder, 'riverbend', 'pages'), { recursive: true });
  writeFileSync(join(dealers.folder, 'riverbend', 'pages', 'service.md'), '## Hours\n\nFrom seven.\n');
  expect(changedInputs(riverbend, inputsOf('riverbend'))).toEqual(['content files']);
  expect(changedInputs(kookaburra, inputsOf('kookaburra-cars'))).toEqual([]);
});

it('PLAT-04 dealer file, group file, template, code and pictures are inputs, each by its own name', () => {
  dealers.put('_shared/yards', { tagline: 'Two yards' });
  dealers.change('riverbend', { group: 'yards' });
  const before = inputsOf('riverbend');
  const changed = (after = inputsOf('riverbend')) => changedInputs(before, after);
  expect(changed()).toEqual([]);
  expect(changed(inputsOf('riverbend', { code: 'other' }))).toEqual(['code']);
  expect(changed(inputsOf('riverbend', { pictureWidths: { '/pictures/a.webp': 480 } }))).toEqual([
    'pictures',
  ]);
  dealers.put('_shared/yards', { tagline: 'Three yards' });
  expect(changed()).toEqual(['group file']);
  dealers.put('_shared/yards', { tagline: 'Two yards' });
  dealers.change('riverbend', { name: 'Riverbend Renamed' });
  expect(changed()).toEqual(['dealer file']);
  dealers.change('riverbend', { name: 'Riverbend Renamed', template: 'salon' });
  // A template brings pictures of its own.
  expect(changed()).toEqual(['template', 'dealer file', 'pictures']);
});
