import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Finding } from '#src/dealer-files/config-problem.ts';

const VIEW_BOX = /\bviewBox="\s*\S+[\s,]+\S+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/;

function viewBoxOf(file: string): { width: number; height: number } | undefined {
  try {
    const [, width, height] = VIEW_BOX.exec(readFileSync(file, 'utf8')) ?? [];
    return width && height ? { width: Number(width), height: Number(height) } : undefined;
  } catch {
    // A missing file is a separate finding.
    return undefined;
  }
}

/** CFG-15: a logo with another aspect ratio than its drawing gets too much space, or too little. */
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
