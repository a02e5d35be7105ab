import type { SpinData } from '#src/features/vehicle/view/gallery/media-data.ts';

type Picture = { source: ImageBitmap; x: number; y: number; width: number; height: number };

const CONCURRENCY = 4;
/** Attempts per frame before falling back to the sprite sheet. */
const MAX_ATTEMPTS = 2;

/** Not by `fetch`, as the content security policy only allows images from a CDN. */
async function loadBitmap(url: string, signal?: AbortSignal): Promise<ImageBitmap> {
  const image = new Image();
  const stop = () => {
    image.src = '';
  };
  signal?.addEventListener('abort', stop, { once: true });
  image.src = url;
  await image.decode().finally(() => signal?.removeEventListener('abort', stop));
  return createImageBitmap(image);
}

/** Circular distance between two frames. */
const frameDistance = (a: number, b: number, count: number) =>
  Math.min((a - b + count) % count, (b - a + count) % count);

/**
 * VDP-04, VDP-36: loads the sprite sheet, then the full frames, nearest to the current one first. `/orbit/` belongs to
 * the third-party viewer (decisions 29, 36).
 * @param onChange called when a better picture of a frame has loaded
 */
export function loadFrames(
  { sheet, small, large, largest }: SpinData,
  options: { isLarge: boolean; shown: () => number; onChange: (frame: number) => void },
) {
  const { shown, onChange } = options;
  const urls = options.isLarge ? large : small;
  const count = urls.length;
  const whole = new Map<number, Picture>();
  const coarse: Picture[] = [];
  let sharp: { frame: number; picture?: Picture } | undefined;
  const wholeOf = (source: ImageBitmap): Picture => ({
    ...{ source, x: 0, y: 0 },
    ...{ width: source.width, height: source.height },
  });

  /** @throws if the sheet cannot be loaded, so that the spin is unusable */
  async function loadSheet(): Promise<void> {
    const source = await loadBitmap(sheet.url);
    const { width, height, columns } = sheet;
    for (const [at, frame] of sheet.frames.entries())
      coarse[frame] = {
        ...{ source, width, height },
        ...{ x: (at % columns) * width, y: Math.floor(at / columns) * height },
      };
  }

  /**
   * Loads all missing full frames; those that fail are shown from the sheet.
   */
  async function loadRest(signal: AbortSignal): Promise<void> {
    const missing = urls.map((_, frame) => frame).filter((frame) => !whole.has(frame));
    const tries = new Map<number, number>(missing.map((frame) => [frame, 0]));
    async function worker(): Promise<void> {
      while (!signal.aborted && tries.size > 0) {
        const open = [...tries.keys()];
        const next = open.reduce((a, b) =>
          frameDistance(b, shown(), count) < frameDistance(a, shown(), count) ? b : a,
        );
        const tried = (tries.get(next) ?? 0) + 1;
        tries.delete(next);
        try {
          whole.set(next, wholeOf(await loadBitmap(urls[next] ?? '', signal)));
          onChange(next);
        } catch (error) {
          if (signal.aborted) return;
          if (tried < MAX_ATTEMPTS) tries.set(next, tried);
          else console.warn(`A frame of the spin could not be loaded: ${urls[next]}`, error);
        }
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  }

  /** Loads the largest picture of a frame; only one is kept in memory. */
  async function sharpen(frame: number): Promise<void> {
    if (sharp?.frame === frame) return;
    const request: typeof sharp = { frame };
    sharp = request;
    try {
      request.picture = wholeOf(await loadBitmap(largest[frame] ?? ''));
      if (sharp === request) onChange(frame);
    } catch (error) {
      console.warn(`A large frame of the spin could not be loaded: ${largest[frame]}`, error);
    }
  }

  return {
    loadSheet,
    loadRest,
    sharpen,
    /** The best loaded picture of a frame; falls back to the nearest frame of the sheet. */
    pictureOf(frame: number): Picture | undefined {
      const close = sharp?.frame === frame ? sharp.picture : undefined;
      const loaded = close ?? whole.get(frame) ?? coarse[frame];
      if (loaded || sheet.frames.length === 0) return loaded;
      const nearest = sheet.frames.reduce((a, b) =>
        frameDistance(b, frame, count) < frameDistance(a, frame, count) ? b : a,
      );
      return coarse[nearest];
    },
  };
}
