import {
  CARD_PLACE,
  type CardSizes,
  pictureSources,
  savedCarImageUrl,
} from '#src/domain/image/picture-sources.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { CERTIFIED_BADGE, cardTag, hasCertifiedBadge, isSellable } from '#src/domain/vehicle/card-tag.ts';
import { hasHeart } from '#src/domain/vehicle/has-heart.ts';
import { priceDisplay } from '#src/domain/vehicle/price-display.ts';
import { savedPriceOf } from '#src/domain/vehicle/saved-change.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { WholeWords } from '#src/ui/WholeWords.tsx';
import { type CardActionSettings, CardActions } from './CardActions.tsx';
import { CardControls } from './CardControls.tsx';
import { CardPicture } from './CardPicture.tsx';
import { CardPrice } from './CardPrice.tsx';
import { chipNames, chipText, distanceText, viewsText } from './card-facts.ts';
import type { SearchSettings } from './search-settings.ts';

export type VehicleCardProps = {
  car: CardDocument;
  settings: CardActionSettings &
    Pick<SearchSettings, 'images' | 'kind' | 'noPriceText' | 'planLine' | 'showRepayments'>;
  nowMs: number;
  /** The first picture of a page is its largest paint. */
  isFirst?: boolean;
  /** How wide the cards of this list are. */
  sizes: CardSizes;
  /** Level of the card's own heading under the page's. */
  heading?: 'h2' | 'h3';
  /** Whether it has buttons of its own. */
  hasActions?: boolean;
  /** Of its page, if that is not the vehicle's own. */
  path?: string;
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
