import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Finding } from '#src/dealer-files/problem.ts';

const VIEW_BOX = /\bviewBox="\s*\S+[\s,]+\S+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/;

function viewBoxOf(file: string): { width: number; height: number } | undefined {
  try {
    const [, width, height] = VIEW_BOX.exec(readFileSync(file, 'utf8')) ?? [];
    return width && height ? { width: Number(width), height: Number(height) } : undefined;
  } catch {
    // A file that is not there is a finding of its own.
    return undefined;
  }
}

/** CFG-15: a logo of another shape than its drawing's stands in too much room, or in too little. */
export function drawingSize({ logo }: DealerConfig, publicFolder: string): Finding[] {
  const drawn = logo.url?.endsWith('.svg') ? viewBoxOf(join(publicFolder, logo.url)) : undefined;
  if (!drawn || Math.abs(drawn.width / drawn.height - logo.width / logo.height) < 0.01) return [];
  return [
    {
      path: 'logo.width',
      expected: `the shape of ${logo.url}, ${drawn.width} by ${drawn.height}`,
      received: `${logo.width} by ${logo.height}`,
      remedy: `Write "width": ${Math.round(drawn.width)} and "height": ${Math.round(drawn.height)} beside "url".`,
    },
  ];
}
