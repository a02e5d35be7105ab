import { formatCents } from '../../money.ts';
import { describedCar, tellsOwnCar } from '../described-car.ts';
import { bookingWords } from '../test-drive/booking.ts';
import type { LeadPayload } from './lead-payload.ts';

export type LeadFact = { label: string; value: string };

/** The price the shopper saw, with what it includes: `$34,990 Drive away`. */
export const seenPrice = ({ car_price }: LeadPayload): string =>
  car_price ? `${formatCents(car_price.cents)} ${car_price.type}` : '';

const campaign = ({ lead_attributes }: LeadPayload) =>
  Object.entries(lead_attributes.linked_query_params)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

/** The shopper reads "Vehicle" of a valuation; the dealer has vehicles too. */
const OWN_LABELS = new Map([
  ['vehicle', 'Shopper’s vehicle'],
  ['rego', 'Shopper’s rego'],
]);
const ownLabel = ({ trade_in }: LeadPayload, name: string) => (trade_in ? OWN_LABELS.get(name) : undefined);

/** The facts of a lead for a salesperson, besides the person and the message, one line each. */
export function leadFacts(payload: LeadPayload): LeadFact[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Enquiry', [...new Set([payload.category, payload.subcategory])].filter(Boolean).join(', ')],
    [tellsOwnCar(payload) ? 'Shopper’s vehicle' : 'Vehicle', describedCar(payload)],
    ['Stock number', payload.stock_number],
    ['Price shown', seenPrice(payload)],
    ['Shopper’s rego', payload.trade_in ? '' : payload.Rego],
    ['Services', payload.additional_services?.join(', ')],
    ['Test drive', payload.booking && bookingWords(payload.booking)],
    ...(payload.details ?? []).map(
      ({ name, label, value }) => [ownLabel(payload, name) ?? label, value] as const,
    ),
    ['Location', payload.location],
    ['Offers by e-mail or SMS', payload.opt_in ? 'agreed' : 'not agreed'],
    ['Sent from', payload.url],
    ['Campaign', campaign(payload)],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
