import type { TradeInSettings } from '#src/config/sections/trade-in.ts';
import { type KindOfStock, ownNoun } from '#src/config/sections/verticals.ts';
import type { TradeInRecord } from './trade-in-record.ts';

/** The pages of the valuation; `vehicle` is manual entry without a plate. */
export const JOURNEY_PAGES = ['vehicle', 'condition', 'details', 'offer', 'photos', 'done'] as const;
export type JourneyPage = (typeof JOURNEY_PAGES)[number];

export const isJourneyPage = (name: string): name is JourneyPage =>
  (JOURNEY_PAGES as readonly string[]).includes(name);

/** Of the button that sends the photos chosen, if any, and ends the journey. */
export const FINISH = { name: 'then', value: 'done' } as const;

/** Where the valuation continues. */
export function nextPage(record: TradeInRecord, settings: Pick<TradeInSettings, 'photos'>): JourneyPage {
  if (record.lead_id !== null) {
    const isDecided = record.offer_accepted !== null || record.offer_price === null;
    if (!isDecided) return 'offer';
    return settings.photos ? 'photos' : 'done';
  }
  if (record.vehicle === null) return 'vehicle';
  return record.valued_at === null ? 'condition' : 'details';
}

/**
 * Whether a page can be shown. What is behind can be gone back to until the dealer has it; what lies ahead cannot be
 * reached by its address: no estimate before the details.
 */
export function mayShow(
  record: TradeInRecord,
  page: JourneyPage,
  settings: Pick<TradeInSettings, 'photos'>,
): boolean {
  const isSent = record.lead_id !== null;
  switch (page) {
    case 'vehicle':
      return !isSent;
    case 'condition':
      return !isSent && record.vehicle !== null;
    case 'details':
      return !isSent && record.vehicle !== null && record.valued_at !== null;
    case 'offer':
      return isSent;
    case 'photos':
      return isSent && settings.photos;
    case 'done':
      return isSent;
  }
}

const STEP_OF: Readonly<Record<JourneyPage | 'plate', number>> = {
  plate: 1,
  vehicle: 1,
  condition: 2,
  details: 3,
  offer: 4,
  photos: 5,
  done: 5,
};

/**
 * The steps a shopper counts, and which one a page belongs to, from 1.
 * @param hasPlate whether the first step asks for a plate, or has asked for it
 */
export function progressAt(
  page: JourneyPage | 'plate',
  { photos }: Pick<TradeInSettings, 'photos'>,
  { kind, hasPlate }: { kind: KindOfStock; hasPlate: boolean },
) {
  const first = hasPlate ? 'Your plate' : `Your ${ownNoun(kind)}`;
  const steps = [first, 'Condition', 'Your details', 'Estimate', ...(photos ? ['Photos'] : [])];
  return { steps, current: Math.min(STEP_OF[page], steps.length) };
}
