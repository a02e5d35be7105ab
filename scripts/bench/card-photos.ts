import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeImage } from '#src/platform/images/encode-image.ts';
import { imageFolders, originalFile } from '#src/platform/images/image-store.ts';
import { CARD_PLACE, DEFAULT_IMAGE_QUALITY, type ImageFormat } from '#src/platform/images/image-url.ts';
import type { Services } from '#src/server/services.ts';
import { type Measurement, median } from './measurement.ts';

const KB = 1000;
/** The rendition a card takes on most phones. */
const WIDTH = 640;
const MOST_KB = 70;
export const MOST_CARD_PHOTOS = 40;
/** Most browsers get AVIF, and WebP until the AVIF is made. */
const FORMATS: readonly ImageFormat[] = ['avif', 'webp'];

/** Smallest, median and largest size in KB, judged by the largest; nothing without sizes. */
export function photoRows(format: string, kilobytes: readonly number[]): Measurement[] {
  if (kilobytes.length === 0) return [];
  const [least, middle] = [Math.min(...kilobytes), median(kilobytes)].map((kb) => kb.toFixed(1));
  return [
    {
      ...{ area: 'card photos', figure: `largest ${format} of ${WIDTH} px`, unit: 'KB' },
      value: Math.max(...kilobytes),
      goal: { atMost: MOST_KB },
      against: `of ${kilobytes.length}: smallest ${least} KB, median ${middle} KB`,
    },
  ];
}

/** At most this many items, evenly spread over the list. */
export const spreadOver = <T>(items: readonly T[], most: number): T[] =>
  items.filter(
    (_, at) => Math.floor((at * most) / items.length) !== Math.floor(((at - 1) * most) / items.length),
  );

/** The weight of the first photos on result cards. */
export async function cardPhotoRows(
  { db, env }: Pick<Services, 'db' | 'env'>,
  most: number,
): Promise<Measurement[]> {
  const rows = await db.selectFrom('vehicles').select('record').where('removed_at', 'is', null).execute();
  const firsts = rows.flatMap(
    ({ record }) => (JSON.parse(record) as { images: { id: string }[] }).images[0]?.id ?? [],
  );
  const ids = spreadOver([...new Set(firsts)].sort(), most);
  const { originalsFolder } = imageFolders(env.DATA_DIR);
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-cards-'));
  const kilobytesOf = async (id: string, format: ImageFormat) => {
    const target = join(folder, `${id}.${format}`);
    const { crop } = CARD_PLACE;
    const request = { id, version: 1, width: WIDTH, quality: DEFAULT_IMAGE_QUALITY, format, crop } as const;
    await encodeImage(join(originalsFolder, originalFile(id)), target, request);
    return statSync(target).size / KB;
  };
  try {
    const measured: Measurement[] = [];
    for (const format of FORMATS) {
      const sizes: number[] = [];
      for (const id of ids) sizes.push(await kilobytesOf(id, format));
      measured.push(...photoRows(format, sizes));
    }
    return measured;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
