import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openSqlite } from './sqlite.ts';

it('FORM-11 pages, which are bundled with a copy of this code, wait for the disk before a lead is acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-on-disk-'));
  const db = openSqlite(join(folder, 'forecourt.db'));
  const synced = vi.spyOn(db.getExecutor().adapter as unknown as { synced(): Promise<void> }, 'synced');
  vi.resetModules();
  const copy = await import('./on-disk.ts');
  await copy.onDisk(db);
  expect(synced).toHaveBeenCalledOnce();
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});
