import { writeFavourite } from '#src/features/account/saved-cars/car-lists.ts';
import {
  type SavedPrice,
  savedPriceOf,
  writeSavedPrice,
} from '#src/features/account/saved-cars/saved-change.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import {
  CERTIFIED_BADGE,
  cardTag,
  hasCertifiedBadge,
  isSellable,
} from '#src/features/vehicle/actions/card-tag.ts';
import { type CardSizes, savedCarImageUrl } from '#src/platform/images/image-url.ts';
import '#src/platform/ui/car-button.css';
import type { SearchSettings } from '#src/features/search/view/search-settings.ts';
import { hasHeart } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { priceDisplay } from '#src/features/vehicle/price/price-display.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { WholeWords } from '#src/platform/ui/WholeWords.tsx';
import { type CardActionSettings, CardActions } from './CardActions.tsx';
import { CardDriveAway } from './CardDriveAway.tsx';
import { CardMarket, CardPrice, chipNames, chipText, distanceText, viewsText } from './CardFacts.tsx';
import { CardPicture } from './CardPicture.tsx';

type SavedCar = {
  car: Pick<CardDocument, 'id' | 'name' | 'slug' | 'make' | 'model'>;
  imageUrl: string;
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

/* CARD-01: the custom elements are defined in `src/features/account/view/car-buttons.ts`. */

const favouriteOf = ({ car: { id, name, slug, make, model }, imageUrl }: SavedCar) =>
  writeFavourite({ id, name, slug, make, model, primary_image_url: imageUrl });

const CardSave = ({ price, ...saved }: SavedCar & { price: SavedPrice | undefined }) => (
  <save-car
    class="vehicle-card-heart"
    data-car={favouriteOf(saved)}
    data-price={price && writeSavedPrice(price)}
    {...OWN_CONTENT}
  />
);

const CardCompare = (saved: SavedCar) => (
  <compare-car class="vehicle-card-compare" data-car={favouriteOf(saved)} {...OWN_CONTENT} />
);

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
  const tag = cardTag(car, card, nowMs, settings.copy);
  /** Rows scroll sideways themselves, and lack the note on market prices. */
  const isResult = sizes === 'three' || sizes === 'four';
  const hasControls = hasHeart(car, price.cents, card, settings.switches[car.dealership_slug ?? '']);
  const saved = { car, imageUrl: picture ? savedCarImageUrl(images, picture) : '' };
  const chips = chipNames(car, settings)
    .map((name) => chipText(name, car))
    .filter((chip) => chip !== null);
  return (
    <article className="vehicle-card" data-status={car.status}>
      <div className="vehicle-card-vehicle">
        <CardPicture {...{ car, images, path, sizes, isFirst }} tag={tag} hasReel={isResult}>
          {isSellable(car) && <CardMarket below={car.below_market} hasNote={isResult} />}
          {hasControls && <CardSave {...saved} price={savedPriceOf(price, car.pricing)} />}
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
        <div className="vehicle-card-foot">
          <p className="vehicle-card-place">
            {[car.location_name ?? car.city, distanceText(car)].filter(Boolean).join(' · ')}
          </p>
          {viewsText(car) && <span className="vehicle-card-views">{viewsText(car)}</span>}
          {hasControls && card.compare && <CardCompare {...saved} />}
        </div>
        {hasActions && (
          <CardActions car={car} cents={price.kind === 'price' ? price.cents : null} settings={settings} />
        )}
      </div>
    </article>
  );
}
