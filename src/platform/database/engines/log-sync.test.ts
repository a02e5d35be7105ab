import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { sharedSync } from './log-sync.ts';
import { openSqlite } from './sqlite.ts';

/** A disk that ends each sync on request. */
function disk() {
  const syncs: { done(): void; fail(error: Error): void }[] = [];
  const synced = sharedSync(() => new Promise<void>((done, fail) => void syncs.push({ done, fail })));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { syncs, synced, settle };
}

it('FORM-11 a lead committed while the disk is busy waits for a sync that began after it', async () => {
  const { syncs, synced, settle } = disk();
  const first = synced();
  await settle();
  let isSecondDone = false;
  const second = synced().then(() => {
    isSecondDone = true;
  });
  syncs[0]?.done();
  await first;
  await settle();
  expect(isSecondDone).toBe(false);
  syncs[1]?.done();
  await second;
});

it('FORM-11 leads that wait for the disk share one sync', async () => {
  const { syncs, synced, settle } = disk();
  const first = synced();
  await settle();
  const others = [synced(), synced(), synced()];
  syncs[0]?.done();
  await first;
  await settle();
  expect(syncs).toHaveLength(2);
  syncs[1]?.done();
  await Promise.all(others);
});

it('FORM-11 a sync that fails is reported to those it was for, and the next may succeed', async () => {
  const { syncs, synced, settle } = disk();
  const first = synced();
  await settle();
  syncs[0]?.fail(new Error('disk'));
  await expect(first).rejects.toThrow('disk');
  const second = synced();
  await settle();
  syncs[1]?.done();
  await expect(second).resolves.toBeUndefined();
});

it('FORM-11 pages, which are bundled with a copy of this code, wait for the disk before a lead is acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-on-disk-'));
  const db = openSqlite(join(folder, 'forecourt.db'));
  const synced = vi.spyOn(db.getExecutor().adapter as unknown as { synced(): Promise<void> }, 'synced');
  vi.resetModules();
  const copy = await import('./log-sync.ts');
  await copy.onDisk(db);
  expect(synced).toHaveBeenCalledOnce();
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});
