import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { writePicture } from './picture-file.ts';

const MANIFEST = 'demo-pictures.json';

/** Changes whenever the code that draws does, so that a newer drawing replaces an older one. */
function drawingsHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync('*.ts', { cwd: import.meta.dirname }).sort()) {
    if (!file.includes('.test.')) hash.update(readFileSync(join(import.meta.dirname, file)));
  }
  return hash.digest('hex');
}

function drawnWith(manifest: string): string | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
    return typeof found === 'object' && found && 'drawings' in found ? String(found.drawings) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Draws the pictures of these ids that the folder does not hold yet.
 * @returns how many were drawn
 */
export async function makePictures(options: {
  ids: readonly string[];
  folder: string;
  onProgress?: (done: number, total: number) => void;
}): Promise<number> {
  const { folder, onProgress } = options;
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, '..', MANIFEST);
  const drawings = drawingsHash();
  const isCurrent = drawnWith(manifest) === drawings;
  const missing = [...new Set(options.ids)]
    .sort()
    .filter((id) => !isCurrent || !existsSync(join(folder, `${id}.jpg`)));
  let done = 0;
  const next = missing.values();
  async function work(): Promise<void> {
    for (const id of next) {
      await writePicture(id, join(folder, `${id}.jpg`));
      done += 1;
      onProgress?.(done, missing.length);
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  if (!isCurrent) writeFileSync(manifest, `${JSON.stringify({ drawings })}\n`);
  return missing.length;
}
