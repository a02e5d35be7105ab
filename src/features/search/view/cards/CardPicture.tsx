import type { ReactNode } from 'react';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import type { SearchSettings } from '#src/features/search/view/search-settings.ts';
import type { CardTag } from '#src/features/vehicle/actions/card-tag.ts';
import { SILHOUETTES } from '#src/features/vehicle/media/silhouettes.data.ts';
import type { ItemType } from '#src/features/vehicle/vehicle.ts';
import {
  CARD_PLACE,
  CARD_SIZES,
  type CardSizes,
  imageUrl,
  pictureSources,
} from '#src/platform/images/image-url.ts';

const WIDTH = 640;
const HEIGHT = 480;
const LOGO_WIDTH = 120;
const LOGO_HEIGHT = 40;

function NoPhoto({ kind }: { kind: ItemType }) {
  return (
    <div className="vehicle-card-no-photo">
      <svg viewBox="0 0 160 64" width="120" height="48" fill="currentColor" aria-hidden="true">
        <path d={SILHOUETTES[kind]} />
      </svg>
      <span>Photos coming soon</span>
    </div>
  );
}

function Tag({ tag }: { tag: CardTag }) {
  return (
    <span className="vehicle-card-tag" data-tone={tag.tone} data-kind={tag.kind}>
      {tag.logo ? <img src={tag.logo} alt={tag.text} width={LOGO_WIDTH} height={LOGO_HEIGHT} /> : tag.text}
    </span>
  );
}

type CardPictureProps = {
  car: Pick<
    CardDocument,
    'name' | 'item_type' | 'image_id' | 'image_version' | 'more_images' | 'photos_count'
  >;
  images: SearchSettings['images'];
  path: string;
  sizes: CardSizes;
  tag: CardTag | undefined;
  isFirst: boolean;
  /** CARD-252: the further photos beside the first. */
  hasReel: boolean;
  children?: ReactNode;
};

/** CARD-01: the picture and tag; CARD-06: a silhouette if there is no picture. */
export function CardPicture({ car, images, path, sizes, tag, isFirst, hasReel, children }: CardPictureProps) {
  const { name, image_id, image_version, photos_count } = car;
  const place = { crop: CARD_PLACE.crop, width: CARD_PLACE.fallbackWidth };
  const picture =
    image_id === null ? null : pictureSources(images, { id: image_id, version: image_version }, CARD_PLACE);
  const more = (picture && hasReel && car.more_images) || [];
  const first = picture && (
    <picture>
      {picture.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={CARD_SIZES[sizes]} />
      ))}
      <img
        src={picture.src}
        width={WIDTH}
        height={HEIGHT}
        alt={name}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding={isFirst ? 'sync' : 'async'}
      />
    </picture>
  );
  return (
    <div className="vehicle-card-media">
      {more.length > 0 ? (
        <div className="vehicle-card-reel" aria-hidden="true">
          <a href={path} tabIndex={-1}>
            {first}
            {more.map((image) => (
              <span key={image.id}>
                <img
                  src={imageUrl(images, image, place)}
                  width={WIDTH}
                  height={HEIGHT}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              </span>
            ))}
          </a>
        </div>
      ) : (
        (first ?? <NoPhoto kind={car.item_type} />)
      )}
      {tag && <Tag tag={tag} />}
      {photos_count > 1 && (
        <span className="vehicle-card-photos" role="img" aria-label={`${photos_count} photos`}>
          {photos_count}
        </span>
      )}
      {more.length > 0 &&
        (['Previous', 'Next'] as const).map((step) => (
          <button
            key={step}
            type="button"
            className="vehicle-card-step"
            data-step={step}
            tabIndex={step === 'Next' ? undefined : -1}
            aria-label={`${step} photo of ${name}`}
          />
        ))}
      {children}
    </div>
  );
}
