import { memo } from 'react';
import { PromoCard } from './PromoCard.tsx';
import type { ResultItem } from './placed-cards.ts';
import type { SearchSettings } from './search-settings.ts';
import { VehicleCard } from './VehicleCard.tsx';

type ResultCardsProps = {
  cards: readonly ResultItem[];
  settings: SearchSettings;
  /** When the page was made: ages on cards agree between server and browser. */
  nowMs: number;
};

/** Each search brings new objects; a card whose words are the same stays as it is. */
const Card = memo(
  VehicleCard,
  (before, after) =>
    before.isFirst === after.isFirst &&
    before.settings === after.settings &&
    (before.car === after.car || JSON.stringify(before.car) === JSON.stringify(after.car)),
);

/** SRCH-07, SRCH-13, SRCH-19. */
export function ResultCards({ cards, settings, nowMs }: ResultCardsProps) {
  return (
    <ul className="vehicle-grid" data-native data-per-row={settings.search.cardsPerRow}>
      {cards.map(({ key, isFirst, placed }) => (
        <li key={key}>
          {placed.kind === 'promo' ? (
            <PromoCard node={placed.promo.node} />
          ) : (
            <Card
              car={placed.item}
              settings={settings}
              nowMs={nowMs}
              isFirst={isFirst}
              sizes={settings.cardSizes}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
