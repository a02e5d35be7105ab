import type { ReactNode } from 'react';
import { CARD_SIZES, type CardSizes, type pictureSources } from '#src/domain/image/picture-sources.ts';
import type { CardTag } from '#src/domain/vehicle/card-tag.ts';

const WIDTH = 640;
const HEIGHT = 480;
const LOGO_WIDTH = 120;
const LOGO_HEIGHT = 40;

type CardPictureProps = {
  name: string;
  /** Null for a car without a real photo. */
  picture: ReturnType<typeof pictureSources> | null;
  photosCount: number;
  sizes: CardSizes;
  tag: CardTag | undefined;
  isFirst: boolean;
  children?: ReactNode;
};

function NoPhoto() {
  return (
    <div className="vehicle-card-no-photo">
      <svg viewBox="0 0 120 48" width="120" height="48" aria-hidden="true">
        <path d="M6 34h8m20 0h44m20 0h14c2 0 3-1 3-3v-6c0-3-2-5-5-5.5l-20-3L74 7c-2-1.4-4-2-6.5-2H44c-3 0-5.5 1-7.5 3.2L27 18l-15 3c-4 1-6 3-6 7Z" />
        <circle cx="24" cy="35" r="8" />
        <circle cx="88" cy="35" r="8" />
      </svg>
      <span>Photos coming soon</span>
    </div>
  );
}

/** The picture with its tag; a car without one gets a drawn panel of the same shape (CARD-06). */
export function CardPicture({ name, picture, photosCount, sizes, tag, isFirst, children }: CardPictureProps) {
  return (
    <div className="vehicle-card-media">
      {picture ? (
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
      ) : (
        <NoPhoto />
      )}
      {tag && (
        <span className="vehicle-card-tag" data-tone={tag.tone} data-kind={tag.kind}>
          {tag.logo ? (
            <img src={tag.logo} alt={tag.text} width={LOGO_WIDTH} height={LOGO_HEIGHT} />
          ) : (
            tag.text
          )}
        </span>
      )}
      {photosCount > 1 && (
        <span className="vehicle-card-photos" role="img" aria-label={`${photosCount} photos`}>
          {photosCount}
        </span>
      )}
      {children}
    </div>
  );
}
