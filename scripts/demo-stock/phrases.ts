import type { CarType, ItemType } from '#src/domain/vehicle/vehicle.ts';
import { CLOSERS, HISTORIES, OPENERS } from './comments.data.ts';
import type { Phrases } from './comments.ts';
import { PHRASES_OF_TRADE } from './phrases-of-trades.data.ts';
import type { Trade } from './trade.ts';

/** What a dealer of this trade says of such a vehicle. */
export function phrasesFor(trade: Trade, item: ItemType, carType: CarType): Phrases {
  const own = PHRASES_OF_TRADE[trade];
  const usual = {
    openers: OPENERS[carType === 'used' && item !== 'car' ? item : carType],
    histories: HISTORIES,
    closers: CLOSERS[carType === 'used' ? 'used' : 'new'],
  };
  return {
    openers: own?.[carType] ?? usual.openers,
    histories: carType === 'used' ? (own?.histories ?? usual.histories) : [],
    closers: own?.closers ?? usual.closers,
  };
}
