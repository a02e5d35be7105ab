import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { withProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const SITES = 300;

async function rendering(isTTY: boolean, sites = SITES): Promise<string[]> {
  const written: string[] = [];
  await withProgress(
    async (onProgress) => {
      for (let done = 0; done < sites; done += 1) {
        onProgress('Rendering sites', done, sites);
        vi.advanceTimersByTime(200);
      }
    },
    { isTTY, write: (text) => void written.push(text) },
  );
  return written;
}

it('PLAT-13 elsewhere than on a terminal a line says every ten seconds what is done, how far and how long yet', async () => {
  expect(await rendering(false)).toEqual([
    'Rendering sites: 14 of 300, about 61 s left\n',
    'Rendering sites: 64 of 300, about 48 s left\n',
    'Rendering sites: 114 of 300, about 38 s left\n',
    'Rendering sites: 164 of 300, about 27 s left\n',
    'Rendering sites: 214 of 300, about 17 s left\n',
    'Rendering sites: 264 of 300, about 7 s left\n',
  ]);
});

it('PLAT-13 on a terminal one line moves, and is gone at the end', async () => {
  const written = await rendering(true);
  expect(written.length).toBeGreaterThan(50);
  expect(written.every((text) => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(true);
  expect(written.at(-1)).toBe('\r\u001b[K');
});

it('PLAT-13 work of less than three seconds says nothing', async () => {
  expect(await rendering(true, 14)).toEqual([]);
  expect(await rendering(false, 14)).toEqual([]);
});

it('PLAT-13 a step that cannot be counted says how long it has taken', async () => {
  const written: string[] = [];
  const work = async (onProgress: OnProgress) => {
    onProgress('Compiling the pages');
    vi.advanceTimersByTime(13_500);
  };
  await withProgress(work, { write: (text) => void written.push(text) });
  expect(written).toEqual(['Compiling the pages: 3 s so far\n', 'Compiling the pages: 13 s so far\n']);
});

it('PLAT-13 the result and the failure of the work are its own', async () => {
  expect(await withProgress(async () => 5)).toBe(5);
  await expect(withProgress(() => wait(0).then(() => Promise.reject(new Error('no disk'))))).rejects.toThrow(
    'no disk',
  );
});
