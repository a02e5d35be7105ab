import type { ImagesConfig } from '#src/config/sections/images.ts';
import { FULL_CARD_QUALITY, imageSrcSet, imageUrl } from '#src/domain/image/image-url.ts';
import { GALLERY_PLACE, pictureSources } from '#src/domain/image/picture-sources.ts';
import type { VehicleImage } from '#src/domain/vehicle/vehicle.ts';
import type { VehicleVideo } from '#src/domain/vehicle/video.ts';

export const THUMB = { width: 320, height: 213 } as const;

export type GallerySlide = ReturnType<typeof gallerySlides>[number];

/**
 * The photos, and the video as the second slide (VDP-02). They name every picture by its address, also those of full
 * screen: a preview has the pictures that its pages name.
 * @param name what they show
 */
export function gallerySlides(
  images: ImagesConfig,
  pictures: readonly VehicleImage[],
  video: VehicleVideo | null,
  name: string,
) {
  const thumbOf = (picture: VehicleImage) =>
    imageUrl(images, picture, { width: THUMB.width, crop: GALLERY_PLACE.crop });
  const photos = pictures.map((picture, at) => ({
    kind: 'photo' as const,
    ...pictureSources(images, picture, GALLERY_PLACE),
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
