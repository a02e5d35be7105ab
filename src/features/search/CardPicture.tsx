import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { CARD_SIZES, type CardSizes, type pictureSources } from '#src/domain/image/picture-sources.ts';
import type { CardTag } from '#src/domain/vehicle/card-tag.ts';
import { SILHOUETTES } from '#src/domain/vehicle/silhouettes.data.ts';
import type { ItemType } from '#src/domain/vehicle/vehicle.ts';
import { $turnedPhotos } from './turned-photos.store.ts';

const WIDTH = 640;
const HEIGHT = 480;
const LOGO_WIDTH = 120;
const LOGO_HEIGHT = 40;

type CardPictureProps = {
  /** Address of the vehicle. */
  path: string;
  name: string;
  /** Whose outline is drawn where there is no photo. */
  kind: ItemType;
  /** Null for a car without a real photo. */
  picture: ReturnType<typeof pictureSources> | null;
  photosCount: number;
  sizes: CardSizes;
  tag: CardTag | undefined;
  isFirst: boolean;
  children?: ReactNode;
};

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

/** The picture with its tag; a car without one gets a drawn panel of the same shape (CARD-06). */
export function CardPicture(props: CardPictureProps) {
  const { path, name, kind, picture, photosCount, sizes, tag, isFirst, children } = props;
  const turned = useStore($turnedPhotos, { keys: [path], ssr: 'initial' })[path];
  return (
    <div className="vehicle-card-media">
      {picture ? (
        <picture>
          {picture.sources.map(({ type, srcSet }, at) => (
            <source
              key={type}
              type={type}
              srcSet={turned?.photo.sources[at] ?? srcSet}
              sizes={CARD_SIZES[sizes]}
            />
          ))}
          <img
            src={turned?.photo.src ?? picture.src}
            width={WIDTH}
            height={HEIGHT}
            alt={name}
            loading={isFirst ? 'eager' : 'lazy'}
            fetchPriority={isFirst ? 'high' : 'auto'}
            decoding={isFirst ? 'sync' : 'async'}
          />
        </picture>
      ) : (
        <NoPhoto kind={kind} />
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
          {turned ? `${turned.at + 1}/${turned.of}` : photosCount}
        </span>
      )}
      {children}
    </div>
  );
}
