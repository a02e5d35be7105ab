/** Longest side of a sent photo, px: more than the server stores, so that only the server reduces quality. */
const LONGEST_SIDE_PX = 2560;
const JPEG_QUALITY = 0.85;
/** Formats the server decodes; other files can only be sent re-encoded. */
const SENT_AS_IS = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Sides of a photo as it is sent: never enlarged, none below 1 px. */
export function targetSize({ width, height }: { width: number; height: number }, longest = LONGEST_SIDE_PX) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return { width: side(width), height: side(height) };
}

/** The re-encoded photo where that is smaller, or where the server cannot read the original. */
export const smallerOf = (file: Blob, shrunk: Blob | null): Blob =>
  shrunk?.type === 'image/jpeg' && (shrunk.size < file.size || !SENT_AS_IS.has(file.type)) ? shrunk : file;

type Canvas = {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  toJpeg: () => Promise<Blob | null>;
};

function createCanvas({ width, height }: { width: number; height: number }): Canvas {
  if (typeof OffscreenCanvas === 'function') {
    const canvas = new OffscreenCanvas(width, height);
    return {
      context: canvas.getContext('2d'),
      toJpeg: () => canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY }),
    };
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return {
    context: canvas.getContext('2d'),
    toJpeg: () => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)),
  };
}

/** Browsers that prevent fingerprinting return noise instead of the drawn picture. */
function readsBackTrue(): boolean {
  const { context } = createCanvas({ width: 8, height: 8 });
  if (!context) return false;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 8, 8);
  return context.getImageData(0, 0, 8, 8).data.every((value) => value > 250);
}

/** A photo as JPEG of at most 2,560 px, upright. Where the browser cannot decode or draw it, the file itself. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  let bitmap: ImageBitmap | undefined;
  try {
    if (!readsBackTrue()) return file;
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const size = targetSize(bitmap);
    const { context, toJpeg } = createCanvas(size);
    if (!context) return file;
    // Transparent areas would be black in a JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    return smallerOf(file, await toJpeg());
  } catch {
    return file;
  } finally {
    bitmap?.close();
  }
}
