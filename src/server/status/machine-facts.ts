import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { DiskFacts, ProcessFacts, StatusFacts } from './status-facts.ts';

/** The disk of each folder, one disk once; folders that are missing are left out. */
export async function diskFacts(folders: readonly string[]): Promise<DiskFacts[]> {
  const found = await Promise.all(
    [...new Set(folders.map((folder) => resolve(folder)))].map(async (folder) => {
      const disk = await statfs(folder).catch(() => undefined);
      return disk && { folder, freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize };
    }),
  );
  const known = new Map<string, DiskFacts>();
  for (const disk of found) {
    if (!disk) continue;
    const same = `${disk.totalBytes} ${disk.freeBytes}`;
    if (!known.has(same)) known.set(same, disk);
  }
  return [...known.values()];
}

/** A container may have less than its machine. */
export function machineFacts(): StatusFacts['machine'] {
  const limit = process.constrainedMemory();
  const totalBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { availableBytes: Math.min(process.availableMemory(), totalBytes), totalBytes };
}

export function memoryFacts(): ProcessFacts['memory'] {
  return {
    rssBytes: process.memoryUsage.rss(),
    heapUsedBytes: process.memoryUsage().heapUsed,
    heapLimitBytes: getHeapStatistics().heap_size_limit,
  };
}
