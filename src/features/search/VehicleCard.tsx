import {
  CARD_PLACE,
  type CardSizes,
  pictureSources,
  savedCarImageUrl,
} from '#src/domain/image/picture-sources.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { CERTIFIED_BADGE, cardTag, hasCertifiedBadge, isSellable } from '#src/domain/vehicle/card-tag.ts';
import { priceDisplay } from '#src/domain/vehicle/price-display.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { type CardActionSettings, CardActions } from './CardActions.tsx';
import { CardPicture } from './CardPicture.tsx';
import { CardPrice } from './CardPrice.tsx';
import { chipText, hasHeart, viewsText } from './card-facts.ts';
import type { SearchSettings } from './search-settings.ts';

export type VehicleCardProps = {
  car: CardDocument;
  settings: CardActionSettings &
    Pick<SearchSettings, 'images' | 'noPriceText' | 'showRepayments' | 'subscription'>;
  nowMs: number;
  /** The first picture of a page is its largest paint. */
  isFirst?: boolean;
  /** How wide the cards of this list are. */
  sizes: CardSizes;
  /** Level of the card's own heading under the page's. */
  heading?: 'h2' | 'h3';
  /** Whether it has buttons of its own. */
  hasActions?: boolean;
};

/** One vehicle among others (CARD-01); the whole card leads to its page. */
export function VehicleCard({
  car,
  settings,
  nowMs,
  isFirst = false,
  sizes,
  heading: Heading = 'h2',
  hasActions = true,
}: VehicleCardProps) {
  const { card, images, noPriceText, showRepayments } = settings;
  const picture = car.image_id ? { id: car.image_id, version: car.image_version } : null;
  const price = priceDisplay(car.pricing, { noPriceText, subscriptionSite: settings.subscription });
  const chips = card.chips.map((name) => chipText(name, car)).filter((chip) => chip !== null);
  const favourite = {
    id: car.id,
    name: car.name,
    slug: car.slug,
    make: car.make,
    model: car.model,
    primary_image_url: picture ? savedCarImageUrl(images, picture) : '',
  };
  return (
    <article className="vehicle-card" data-status={car.status}>
      <CardPicture
        name={car.name}
        picture={picture && pictureSources(images, picture, CARD_PLACE)}
        photosCount={car.photos_count}
        sizes={sizes}
        tag={cardTag(car, card, nowMs, settings.copy)}
        isFirst={isFirst}
      >
        {hasHeart(car, price.cents, card, settings.switches[car.dealership_slug ?? '']) && (
          <button
            type="button"
            className="vehicle-card-heart"
            data-favourite={JSON.stringify(favourite)}
            aria-pressed="false"
            aria-label={`Save ${car.name}`}
            hidden
          >
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              <path d="M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7.1a4.3 4.3 0 0 1 7.5 2.7C19.5 15.4 12 20 12 20Z" />
            </svg>
          </button>
        )}
      </CardPicture>
      <div className="vehicle-card-title">
        <Heading>
          <a href={vehiclePath(car.slug)}>{car.title}</a>
        </Heading>
        <p className="vehicle-card-badge">
          {car.badge}
          {hasCertifiedBadge(car, card) && <span className="vehicle-card-certified">{CERTIFIED_BADGE}</span>}
        </p>
      </div>
      <ul className="vehicle-card-chips" aria-label="Key facts">
        {chips.map((chip) => (
          <li key={chip} className="chip">
            {chip}
          </li>
        ))}
      </ul>
      <CardPrice price={price} repayment={showRepayments && isSellable(car) ? car.repayment : null} />
      <p className="vehicle-card-place">
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
          <path d="M12 21s-6.5-5.8-6.5-11a6.5 6.5 0 0 1 13 0c0 5.2-6.5 11-6.5 11Z" />
          <circle cx="12" cy="10" r="2.3" />
        </svg>
        {car.location_name ?? car.city}
        {viewsText(car) && <span className="vehicle-card-views">{viewsText(car)}</span>}
      </p>
      {hasActions && (
        <CardActions car={car} cents={price.kind === 'price' ? price.cents : null} settings={settings} />
      )}
    </article>
  );
}
