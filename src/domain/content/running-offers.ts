import type { Offer } from '#src/config/sections/showroom.ts';
import type { CalendarDate } from '../location/calendar.ts';

type Dated = Pick<Offer, 'start' | 'expiry'>;

/** Decision 26: both days count; a side without a day is open. @param today where the dealer is */
export const isRunning = ({ start, expiry }: Dated, today: CalendarDate): boolean =>
  (start === undefined || start <= today) && (expiry === undefined || today <= expiry);

/** CONT-03: offers shown today, in the dealer's order. */
export const runningOffers = <O extends Dated>(offers: readonly O[], today: CalendarDate): O[] =>
  offers.filter((offer) => isRunning(offer, today));

/** Characters of an offer's conditions on its card (CONT-12); its page shows them in full. */
export const DISCLAIMER_PREVIEW_CHARACTERS = 120;
