import type { ImagesConfig } from '#src/config/sections/site/images-section.ts';
import type { FlawMark } from '#src/features/vehicle/assurance/inspection.ts';
import {
  coarseFrames,
  SHEET_COLUMNS,
  SHEET_FRAME,
  type VehicleVideo,
} from '#src/features/vehicle/media/vehicle-media.ts';
import type { VehicleImage } from '#src/features/vehicle/vehicle.ts';
import {
  FULL_CARD_QUALITY,
  GALLERY_PLACE,
  GALLERY_SIZES,
  imageSrcSet,
  imageUrl,
  pictureSources,
} from '#src/platform/images/image-url.ts';

const { crop: _, ...WHOLE_PLACE } = GALLERY_PLACE;

/** Marks are places of the whole picture, so the browser crops it instead of the server. */
export const gallerySources = (images: ImagesConfig, picture: VehicleImage, isMarked: boolean) =>
  pictureSources(images, picture, isMarked ? WHOLE_PLACE : GALLERY_PLACE);

/** Anchor of the slide of a photo, by its index: a video is the second slide. */
export const photoAnchor = (photo: number, hasVideo: boolean): string =>
  `photo-${photo + 1 + (hasVideo && photo > 0 ? 1 : 0)}`;

export const THUMB = { width: 320, height: 213 } as const;

export type GallerySlide = ReturnType<typeof gallerySlides>[number];

/**
 * The photos, with the video as the second slide (VDP-02). Slides contain all picture URLs, also those for full screen,
 * because previews only include pictures whose URLs appear in their pages.
 */
export function gallerySlides(
  images: ImagesConfig,
  pictures: readonly VehicleImage[],
  video: VehicleVideo | null,
  name: string,
  marks: ReadonlyMap<number, readonly FlawMark[]> = new Map(),
) {
  const thumbOf = (picture: VehicleImage) =>
    imageUrl(images, picture, { width: THUMB.width, crop: GALLERY_PLACE.crop });
  const photos = pictures.map((picture, at) => ({
    kind: 'photo' as const,
    ...gallerySources(images, picture, marks.has(at)),
    marks: marks.get(at),
    alt: picture.alt ?? `${name}, photo ${at + 1} of ${pictures.length}`,
    caption: picture.alt,
    label: `Photo ${at + 1}`,
    full: imageUrl(images, picture, { width: 1280, quality: FULL_CARD_QUALITY, format: 'jpg' }),
    whole: imageSrcSet(images, picture, [960, 1280, 2560]),
    thumb: thumbOf(picture),
  }));
  if (!video) return photos;
  const [first] = pictures;
  const film = { kind: 'video' as const, video, label: 'Video', thumb: first && thumbOf(first) };
  return [...photos.slice(0, 1), film, ...photos.slice(1)];
}

export type SpinData = {
  first: ReturnType<typeof pictureSources> | undefined;
  /** `sizes` attribute. */
  sizes: string;
  /** Sprite sheet of low-resolution frames, `columns` per row; `frames` has their indexes. */
  sheet: { url: string; columns: number; width: number; height: number; frames: readonly number[] };
  /** URLs of all frames by size; `largest` is for zoom and full screen. */
  small: readonly string[];
  large: readonly string[];
  largest: readonly string[];
};

export function spinData(images: ImagesConfig, frames: readonly VehicleImage[], sheetUrl: string): SpinData {
  const urls = (width: 640 | 960 | 1280) =>
    frames.map((frame) => imageUrl(images, frame, { width, crop: GALLERY_PLACE.crop }));
  const [first] = frames;
  return {
    first: first && pictureSources(images, first, GALLERY_PLACE),
    sizes: GALLERY_SIZES,
    sheet: {
      ...{ url: sheetUrl, columns: SHEET_COLUMNS, ...SHEET_FRAME },
      frames: coarseFrames(frames.length),
    },
    small: urls(640),
    large: urls(960),
    largest: urls(1280),
  };
}
