import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { encodeImage } from './encode-image.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-encode-'));
const PHOTO = 'public/pictures/yard.webp';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('CFG-22 the effort of AVIF is the one given: less makes a heavier picture', async () => {
  const weightAt = async (effort?: number) => {
    const target = join(folder, `${effort}.avif`);
    const request = { id: 'yard', version: 1, width: 320, quality: 75, format: 'avif', crop: null } as const;
    await encodeImage(PHOTO, target, request, effort);
    return statSync(target).size;
  };
  const [least, three, unset] = [await weightAt(0), await weightAt(3), await weightAt()];
  expect(least).toBeGreaterThan(three);
  expect(unset).toBe(three);
});
