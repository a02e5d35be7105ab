import type { PublicConfig } from '#src/config/public/public-config.ts';
import { VALUATION_PATH } from '#src/config/sections/site/link-paths.ts';
import { mainKind, ownNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { DeviceValuation } from '#src/features/deal/client/valuation.store.ts';
import type { JourneyResponse } from '#src/features/trade-in/server/journey-steps.ts';
import { type JourneyPage, progressAt } from '#src/features/trade-in/trade-in-journey.ts';
import { type TradeInRecord, tradeInVehicleName } from '#src/features/trade-in/trade-in-record.ts';
import { infoPath } from '#src/platform/routing/page-paths.ts';

const titlesOf = (noun: string, { offer_price }: TradeInRecord): Readonly<Record<JourneyPage, string>> => ({
  vehicle: `Tell us about your ${noun}`,
  condition: `Condition of your ${noun}`,
  details: 'How can we reach you?',
  offer: offer_price === null ? `Our buying team will value your ${noun}` : 'Your estimate',
  photos: `Add photos of your ${noun}`,
  done: 'Thank you',
});

function backOf(page: JourneyPage, { id }: TradeInRecord, site: PublicConfig): string | undefined {
  if (page === 'vehicle') return site.links.tradeIn;
  if (page === 'condition') return `${VALUATION_PATH}/${id}/vehicle`;
  return page === 'details' ? `${VALUATION_PATH}/${id}/condition` : undefined;
}

export function journeyStep(site: PublicConfig, page: JourneyPage, record: TradeInRecord) {
  const { rego, vehicle } = record;
  const kind = mainKind(site.verticals);
  const name = vehicle && page !== 'vehicle' ? tradeInVehicleName(vehicle) : undefined;
  return {
    title: titlesOf(ownNoun(kind), record)[page],
    progress: progressAt(page, site.tradeIn, { kind, hasPlate: rego !== '' }),
    vehicle: name === undefined || rego === '' ? name : `${name}, ${rego}`,
    back: backOf(page, record, site),
    path: `${VALUATION_PATH}/${record.id}/${page}`,
  };
}

/** VDP-291: the estimate as the shopper's device knows it; undefined without a valid one. */
export const deviceValuation = ({
  record: { vehicle, offer_price: cents, valid_until: validUntil, valued_at: valuedAt },
  isExpired,
}: Extract<JourneyResponse, { kind: 'page' }>): DeviceValuation | undefined =>
  vehicle && cents !== null && validUntil !== null && valuedAt !== null && !isExpired
    ? { name: tradeInVehicleName(vehicle), cents, validUntil, valuedAt }
    : undefined;

export const termsPath = (site: PublicConfig): string | undefined =>
  site.pages['value-my-car-terms-and-conditions'].enabled
    ? infoPath(site, 'value-my-car-terms-and-conditions')
    : undefined;

/** Why the details must be entered manually. */
export function lookupNotice({ lookup_problem, rego, regoState }: TradeInRecord): string | undefined {
  switch (lookup_problem) {
    case 'not_found':
      return `We found no vehicle with the plate ${rego} in ${regoState.toUpperCase()}. Enter its details instead.`;
    case 'unavailable':
      return 'We can’t look up plates at the moment. Enter the vehicle’s details instead.';
    case null:
      return undefined;
  }
}
