import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { dealerFolder } from '../../tests/fixtures/dealer-folder.ts';
import { changedInputs, releaseInputs } from './release-inputs.ts';

let dealers: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  dealers = dealerFolder();
});
afterEach(() => dealers.remove());

function inputsOf(slug: string) {
  const loaded = loadDealer(dealers.file(slug));
  if (!('dealer' in loaded)) throw new Error(`${slug} has mistakes`);
  return releaseInputs(loaded.dealer, loaded.layers, 'code');
}

it('PLAT-01 a content file is an input of its dealer’s release alone, apart from the dealer file', () => {
  const [riverbend, kookaburra] = [inputsOf('riverbend'), inputsOf('kookaburra-cars')];
  mkdirSync(join(dealers.folder, 'riverbend', 'pages'), { recursive: true });
  writeFileSync(join(dealers.folder, 'riverbend', 'pages', 'service.md'), '## Hours\n\nFrom seven.\n');
  expect(changedInputs(riverbend, inputsOf('riverbend'))).toEqual(['content files']);
  expect(changedInputs(kookaburra, inputsOf('kookaburra-cars'))).toEqual([]);
});
