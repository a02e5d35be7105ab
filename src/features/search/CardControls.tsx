import type { CardDocument } from '#src/domain/search/card-document.ts';
import { writeFavourite } from '#src/domain/vehicle/favourite.ts';
import { type SavedPrice, writeSavedPrice } from '#src/domain/vehicle/saved-change.ts';
import '#src/ui/car-button.css';

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

/** What is inside belongs to the custom element, also while React hydrates around it. */
const OWN_CONTENT = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true } as const;

/** CARD-01: saves a vehicle, and chooses it for a comparison (`src/features/account/car-buttons.ts`). */
export function CardControls({ car, imageUrl, price, hasCompare }: CardControlsProps) {
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
