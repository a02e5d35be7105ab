import type { CardDocument } from '#src/domain/search/card-document.ts';
import { writeFavourite } from '#src/domain/vehicle/favourite.ts';
import { type SavedPrice, writeSavedPrice } from '#src/domain/vehicle/saved-change.ts';
import { HEART_ICON } from '#src/ui/icons.data.ts';

type CardControlsProps = {
  car: Pick<CardDocument, 'id' | 'name' | 'slug' | 'make' | 'model'>;
  imageUrl: string;
  price: SavedPrice | undefined;
  hasCompare: boolean;
};

/** On the server, where it is not known whether scripts will run; in a browser, those of the heart run already. */
const IS_HEART_HIDDEN = typeof document === 'undefined';

/** CARD-01: saves a vehicle, and chooses it for a comparison; their scripts name both, and show what is hidden until then. */
export function CardControls({ car, imageUrl, price, hasCompare }: CardControlsProps) {
  const { id, name, slug, make, model } = car;
  return (
    <>
      <button
        type="button"
        className="vehicle-card-heart"
        data-favourite={writeFavourite({ id, name, slug, make, model, primary_image_url: imageUrl })}
        data-saved-price={price && writeSavedPrice(price)}
        hidden={IS_HEART_HIDDEN}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d={HEART_ICON} />
        </svg>
      </button>
      {hasCompare && (
        <button type="button" className="vehicle-card-compare" data-compare title="Compare" hidden>
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d="M8 4 4 8l4 4M4 8h13M16 12l4 4-4 4M20 16H7" />
          </svg>
        </button>
      )}
    </>
  );
}
