import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asHandler } from '../../../tests/fixtures/made-up-code.ts';
import { openPreviewServices, readPreviewDealer } from './preview-dealer.ts';
import { startPageThreads, writePreviewPages } from './preview-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-preview-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));
const environment = { DATA_DIR: folder, SITE_SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' };
const at = '2026-11-26T13:59:00Z';
const { dealer } = readPreviewDealer('dealers', 'riverbend', undefined);

beforeAll(async () => (await openPreviewServices(environment, dealer, at)).close());

async function written(entry: string) {
  const threads = startPageThreads();
  const site = {
    ...{ dealer, entry, environment, at, folder },
    ...{ base: '/p', release: 'r', madeOn: '2026-11-26' },
  };
  const vehicles = Array.from({ length: 200 }, (_, at) => `car-${at}`);
  return writePreviewPages(threads, site, vehicles).finally(() => threads.stop());
}

/** @param body of a function of the path and the dealer, that returns a response */
function pages(name: string, body: string): string {
  const entry = join(folder, `${name}.mjs`);
  writeFileSync(
    entry,
    asHandler(
      `export const renderPage = async ({ url }) => { const path = new URL(url).pathname; ${body} };`,
    ),
  );
  return entry;
}

it('PLAT-04 a page that cannot be rendered ends a preview and is named, on whichever thread it is', async () => {
  const entry = pages(
    'broken',
    `return new Response('<p>', { status: path.endsWith('/car-150') ? 500 : 200 });`,
  );
  await expect(written(entry)).rejects.toThrow('/cars/car-150 cannot be shown: it answers 500.');
});

it('PLAT-04 pages that throw, and code that cannot be loaded, end a preview with their reason', async () => {
  await expect(written(pages('thrown', `throw new Error('no such tyre');`))).rejects.toThrow('no such tyre');
  await expect(written(join(folder, 'absent.mjs'))).rejects.toThrow('absent.mjs');
});

it('PLAT-04 an error keeps its code, which says that a disk is full, and what is no error its text', async () => {
  const full = pages(
    'full',
    `throw Object.assign(new Error('write'), { code: 'ENOSPC', errcode: 13, with: () => {} });`,
  );
  await expect(written(full)).rejects.toMatchObject({ message: 'write', code: 'ENOSPC', errcode: 13 });
  await expect(written(pages('text', `throw 'no error';`))).rejects.toThrow('no error');
});

it('PLAT-04 a thread that ends ends the preview', async () => {
  const entry = pages('ended', `if (path.endsWith('/car-150')) process.exit(3); return new Response('<p>');`);
  await expect(written(entry)).rejects.toThrow('A thread that rendered pages has ended.');
});

it('PLAT-04 what pages link to is rendered once, and what that links to as well', async () => {
  const more = {
    '/cars/car-1': '/search/kia',
    '/cars/car-180': '/search/kia',
    '/search/kia': '/search/kia/rio',
  };
  const entry = pages(
    'linked',
    `const to = Object.entries(${JSON.stringify(more)}).find(([from]) => path.endsWith(from))?.[1];
    return new Response('<a href="' + (to ?? '/') + '">A</a><img src="/images/a' + path.length + '.jpg">');`,
  );
  const linking = await written(entry);
  const plain = await written(pages('plain', `return new Response('<p>');`));
  expect(linking.pages.size - plain.pages.size).toBe(2);
  expect(linking.pictures.size).toBeGreaterThan(1);
  expect(plain.pictures.size).toBe(0);
});
