type ImageOptions = { width: number; quality?: number; format?: string };

/** Address of a picture at one width. */
export const imageUrl = (id: string, { width, quality = 75, format = 'webp' }: ImageOptions): string =>
  `/images/${id}/${width}-${quality}.${format}`;

export const imageSrcSet = (id: string, widths: readonly number[]): string =>
  widths.map((width) => `${imageUrl(id, { width })} ${width}w`).join(', ');
