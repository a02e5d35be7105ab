import { memo, type RefObject } from 'react';
import { PromoCard } from './PromoCard.tsx';
import { cardsInTurn, type FoundCards } from './placed-cards.ts';
import type { SearchSettings } from './search-settings.ts';
import { VehicleCard } from './VehicleCard.tsx';

type ResultCardsProps = FoundCards & {
  list?: RefObject<HTMLUListElement | null>;
  /** How many cards are of `hits`; all unless given. */
  drawn?: number;
  /** Whose cards follow the first ones until those of `hits` are drawn; none where all are drawn. */
  before?: FoundCards | undefined;
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
export function ResultCards({
  hits,
  state,
  list,
  drawn = Number.POSITIVE_INFINITY,
  before,
  settings,
  nowMs,
}: ResultCardsProps) {
  return (
    <ul
      ref={list}
      className="vehicle-grid"
      data-per-row={settings.search.cardsPerRow}
      data-partial={before ? '' : undefined}
    >
      {cardsInTurn({ hits, state }, before, drawn, settings.promos).map(({ key, isFirst, placed }) => (
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
