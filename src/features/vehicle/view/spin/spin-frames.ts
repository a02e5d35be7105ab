import type { SpinData } from '#src/features/vehicle/view/gallery/media-data.ts';

type Picture = { source: ImageBitmap; x: number; y: number; width: number; height: number };

const AT_ONCE = 4;
/** Attempts per frame; then the coarse frame is shown instead. */
const TRIES = 2;

/** As an image, not by `fetch`: the content security policy allows images of a CDN, and a canvas may draw them. */
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

/** From a frame outwards: the nearest frames load first. */
const apart = (a: number, b: number, count: number) =>
  Math.min((a - b + count) % count, (b - a + count) % count);

/**
 * VDP-04, VDP-36: the pictures of a spin as they load: first the sheet, then each frame in full, starting with the
 * nearest to the one shown. They are pictures like any other; `/orbit/` belongs to the external viewer, which loads on
 * a click (decisions 29, 36).
 * @param onChange is called when a better picture of a frame has loaded
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

  /** Rejects if the spin cannot be shown at all. */
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
   * Loads every frame in full that is not here yet; for failed ones the sheet is used, and the spin stays. Only a failed
   * sheet shows the gallery.
   */
  async function loadRest(signal: AbortSignal): Promise<void> {
    const missing = urls.map((_, frame) => frame).filter((frame) => !whole.has(frame));
    const tries = new Map<number, number>(missing.map((frame) => [frame, 0]));
    async function worker(): Promise<void> {
      while (!signal.aborted && tries.size > 0) {
        const open = [...tries.keys()];
        const next = open.reduce((a, b) => (apart(b, shown(), count) < apart(a, shown(), count) ? b : a));
        const tried = (tries.get(next) ?? 0) + 1;
        tries.delete(next);
        try {
          whole.set(next, wholeOf(await loadBitmap(urls[next] ?? '', signal)));
          onChange(next);
        } catch (error) {
          if (signal.aborted) return;
          if (tried < TRIES) tries.set(next, tried);
          else console.warn(`A frame of the spin could not be loaded: ${urls[next]}`, error);
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** Loads the largest picture of one frame, in place of that of another; a failure is logged, the smaller one stays. */
  async function sharpen(frame: number): Promise<void> {
    if (sharp?.frame === frame) return;
    const asked: typeof sharp = { frame };
    sharp = asked;
    try {
      asked.picture = wholeOf(await loadBitmap(largest[frame] ?? ''));
      if (sharp === asked) onChange(frame);
    } catch (error) {
      console.warn(`A large frame of the spin could not be loaded: ${largest[frame]}`, error);
    }
  }

  return {
    loadSheet,
    loadRest,
    sharpen,
    /** The best available picture of a frame: full, from the sheet, or the sheet's nearest. */
    pictureOf(frame: number): Picture | undefined {
      const close = sharp?.frame === frame ? sharp.picture : undefined;
      const known = close ?? whole.get(frame) ?? coarse[frame];
      if (known || sheet.frames.length === 0) return known;
      const nearest = sheet.frames.reduce((a, b) =>
        apart(b, frame, count) < apart(a, frame, count) ? b : a,
      );
      return coarse[nearest];
    },
  };
}
