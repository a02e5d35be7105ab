import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addPreviewAssets } from './preview-assets.ts';

it('PLAT-04 files that styles name are those of the preview, also where a script brings the styles', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-preview-assets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const assets = join(folder, 'assets');
  const files: Record<string, string> = {
    'a.css': '.a{mask:url(/_astro/pin.svg)}',
    'a.js': 'adopt(`.a{mask:url(/_astro/pin.svg)}`)',
    'b.js': 'open("/_astro/pin.svg")',
    'pin.svg': '<svg/>',
  };
  mkdirSync(assets);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(assets, name), text);
  await addPreviewAssets(assets, join(folder, 'preview'), '/show');
  const made = Object.keys(files).map((name) => readFileSync(join(folder, 'preview', name), 'utf8'));
  expect(made).toEqual([
    '.a{mask:url(/show/_astro/pin.svg)}',
    'adopt(`.a{mask:url(/show/_astro/pin.svg)}`)',
    files['b.js'],
    files['pin.svg'],
  ]);
});
