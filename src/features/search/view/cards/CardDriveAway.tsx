import type { State } from '#src/config/sections/states.ts';
import { KIND_TERMS } from '#src/config/sections/stock/stock-terms.ts';
import { estimatedIn, estimateText } from '#src/features/finance/on-road/estimate-text.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import './card-drive-away.css';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'drive-away-price': HTMLAttributes<HTMLElement> & { 'data-prices': string; 'data-on-road': string };
    }
  }
}

type Props = {
  car: Pick<CardDocument, 'drive_away' | 'item_type'>;
  /** The dealer's; `drive-away-price.ts` shows the shopper's. */
  state: State;
};

/** CARD-210: the element's text is its own, which React must not hydrate. */
export function CardDriveAway({ car, state }: Props) {
  const dollars = car.drive_away && estimatedIn(car.drive_away, state);
  if (!car.drive_away || dollars === null) return null;
  const { onRoad } = KIND_TERMS[car.item_type];
  const ownText = { __html: estimateText(onRoad, dollars, state) };
  return (
    <p className="vehicle-card-drive-away">
      <drive-away-price
        data-prices={car.drive_away.join()}
        data-on-road={onRoad}
        {...{ dangerouslySetInnerHTML: ownText, suppressHydrationWarning: true }}
      />
    </p>
  );
}
