import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { writeFavourite } from '#src/features/account/saved-cars/car-lists.ts';
import {
  type SavedPrice,
  savedPriceOf,
  writeSavedPrice,
} from '#src/features/account/saved-cars/saved-change.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import {
  type CardTag,
  CERTIFIED_BADGE,
  cardTag,
  hasCertifiedBadge,
  isSellable,
} from '#src/features/vehicle/actions/card-tag.ts';
import { SILHOUETTES } from '#src/features/vehicle/media/silhouettes.data.ts';
import type { ItemType } from '#src/features/vehicle/vehicle.ts';
import {
  CARD_PLACE,
  CARD_SIZES,
  type CardSizes,
  pictureSources,
  savedCarImageUrl,
} from '#src/platform/images/image-url.ts';
import { $swipedPhotos } from './swiped-photos.store.ts';
import '#src/platform/ui/car-button.css';
import type { SearchSettings } from '#src/features/search/view/search-settings.ts';
import { hasHeart } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { priceDisplay } from '#src/features/vehicle/price/price-display.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { WholeWords } from '#src/platform/ui/WholeWords.tsx';
import { type CardActionSettings, CardActions } from './CardActions.tsx';
import { CardDriveAway } from './CardDriveAway.tsx';
import { CardPrice, chipNames, chipText, distanceText, viewsText } from './CardFacts.tsx';

const WIDTH = 640;
const HEIGHT = 480;
const LOGO_WIDTH = 120;
const LOGO_HEIGHT = 40;

type CardPictureProps = {
  path: string;
  name: string;
  /** Selects the silhouette for a vehicle without photos. */
  kind: ItemType;
  /** Null if there is no photo other than a placeholder. */
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

/** The picture and tag; CARD-06: a silhouette if there is no picture. */
function CardPicture(props: CardPictureProps) {
  const { path, name, kind, picture, photosCount, sizes, tag, isFirst, children } = props;
  const swiped = useStore($swipedPhotos, { keys: [path], ssr: 'initial' })[path];
  return (
    <div className="vehicle-card-media">
      {picture ? (
        <picture>
          {picture.sources.map(({ type, srcSet }, at) => (
            <source
              key={type}
              type={type}
              srcSet={swiped?.photo.sources[at] ?? srcSet}
              sizes={CARD_SIZES[sizes]}
            />
          ))}
          <img
            src={swiped?.photo.src ?? picture.src}
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
          {swiped ? `${swiped.at + 1}/${swiped.of}` : photosCount}
        </span>
      )}
      {children}
    </div>
  );
}

type CardControlsProps = {
  car: Pick<CardDocument, 'id' | 'name' | 'slug' | 'make' | 'model'>;
  imageUrl: string;
  price: SavedPrice | undefined;
  hasCompare: boolean;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'save-car': CarButtonProps & { 'data-price'?: string | undefined };
      'compare-car': CarButtonProps;
    }
  }
}
type CarButtonProps = {
  class: string;
  'data-car': string;
  dangerouslySetInnerHTML: { __html: string };
  suppressHydrationWarning: true;
};

/** The custom element owns its content, which React must not hydrate. */
const OWN_CONTENT = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true } as const;

/** CARD-01: the custom elements are defined in `src/features/account/view/car-buttons.ts`. */
function CardControls({ car, imageUrl, price, hasCompare }: CardControlsProps) {
  const { id, name, slug, make, model } = car;
  const favourite = writeFavourite({ id, name, slug, make, model, primary_image_url: imageUrl });
  return (
    <>
      <save-car
        class="vehicle-card-heart"
        data-car={favourite}
        data-price={price && writeSavedPrice(price)}
        {...OWN_CONTENT}
      />
      {hasCompare && <compare-car class="vehicle-card-compare" data-car={favourite} {...OWN_CONTENT} />}
    </>
  );
}

export type VehicleCardProps = {
  car: CardDocument;
  settings: CardActionSettings &
    Pick<SearchSettings, 'images' | 'kind' | 'noPriceText' | 'planLine' | 'showRepayments' | 'state'>;
  nowMs: number;
  /** Loads eagerly, as the first picture is the LCP element. */
  isFirst?: boolean;
  sizes: CardSizes;
  heading?: 'h2' | 'h3';
  hasActions?: boolean;
  path?: string;
};

/** CARD-01: the whole card is a link. */
export function VehicleCard({
  car,
  settings,
  nowMs,
  isFirst = false,
  sizes,
  heading: Heading = 'h2',
  hasActions = true,
  path = vehiclePath(car.slug),
}: VehicleCardProps) {
  const { card, images, noPriceText, showRepayments } = settings;
  const picture = car.image_id ? { id: car.image_id, version: car.image_version } : null;
  const price = priceDisplay(car.pricing, { noPriceText, subscriptionSite: settings.subscription });
  const chips = chipNames(car, settings)
    .map((name) => chipText(name, car))
    .filter((chip) => chip !== null);
  return (
    <article className="vehicle-card" data-status={car.status}>
      <div className="vehicle-card-vehicle">
        <CardPicture
          path={path}
          name={car.name}
          kind={car.item_type}
          picture={picture && pictureSources(images, picture, CARD_PLACE)}
          photosCount={car.photos_count}
          sizes={sizes}
          tag={cardTag(car, card, nowMs, settings.copy)}
          isFirst={isFirst}
        >
          {hasHeart(car, price.cents, card, settings.switches[car.dealership_slug ?? '']) && (
            <CardControls
              car={car}
              imageUrl={picture ? savedCarImageUrl(images, picture) : ''}
              price={savedPriceOf(price, car.pricing)}
              hasCompare={card.compare}
            />
          )}
        </CardPicture>
        <div className="vehicle-card-title">
          <Heading>
            <a href={path}>
              <WholeWords text={car.title} />
            </a>
          </Heading>
          <p className="vehicle-card-badge">
            {car.badge}
            {hasCertifiedBadge(car, card) && (
              <span className="vehicle-card-certified">{CERTIFIED_BADGE}</span>
            )}
          </p>
        </div>
        <ul className="vehicle-card-chips" aria-label="Key facts">
          {chips.map((chip) => (
            <li key={chip} className="chip">
              {chip}
            </li>
          ))}
        </ul>
      </div>
      <div className="vehicle-card-offer">
        <CardPrice
          price={price}
          repayment={showRepayments && isSellable(car) ? car.repayment : null}
          planLine={settings.planLine}
        />
        {isSellable(car) && <CardDriveAway car={car} state={settings.state} />}
        <p className="vehicle-card-place">
          {[car.location_name ?? car.city, distanceText(car)].filter(Boolean).join(' · ')}
          {viewsText(car) && <span className="vehicle-card-views">{viewsText(car)}</span>}
        </p>
        {hasActions && (
          <CardActions car={car} cents={price.kind === 'price' ? price.cents : null} settings={settings} />
        )}
      </div>
    </article>
  );
}
