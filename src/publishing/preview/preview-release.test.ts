import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { nameRelease, PENDING_ID, pendingFile } from './preview-release.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const HOME = `<p>Release ${PENDING_ID}, é</p><i title="${PENDING_ID}"></i>`;

/** A preview with that home page, a page without the id, and a script. */
function written(home = HOME): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-release-'));
  folders.push(folder);
  mkdirSync(join(folder, 'cars'));
  writeFileSync(join(folder, 'index.html'), home);
  writeFileSync(join(folder, 'cars/index.html'), '<p>Cars</p>');
  writeFileSync(join(folder, 'a.js'), 'a()');
  return folder;
}

it('PLAT-04 a page hashed as it was written names the same release as one that is read, in all of its places', () => {
  const [read, known] = [written(), written()];
  const id = nameRelease(read, new Map());
  expect(nameRelease(known, new Map([['index.html', pendingFile(Buffer.from(HOME))]]))).toBe(id);
  const named = HOME.replaceAll(PENDING_ID, id);
  for (const folder of [read, known]) expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe(named);
  expect(readFileSync(join(known, 'cars/index.html'), 'utf8')).toBe('<p>Cars</p>');
});

it('PLAT-04 another content, or the same by another name, is another release', () => {
  const id = nameRelease(written(), new Map());
  expect(nameRelease(written(`${HOME} `), new Map())).not.toBe(id);
  const more = written();
  writeFileSync(join(more, 'b.js'), 'a()');
  expect(nameRelease(more, new Map())).not.toBe(id);
});
