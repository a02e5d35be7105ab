import { otherCars } from '#src/domain/lead/delivery/lead-facts.ts';
import type { AskedCarPart, LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { isTestDrive, SELL_YOUR_CAR_CATEGORY, tellsOwnCar } from '#src/domain/lead/described-car.ts';
import { centsToDollars } from '#src/domain/money.ts';
import type { TradeInPart } from '#src/domain/trade-in/trade-in-part.ts';
import { branch, leaf, maybeLeaf, type Xml } from '#src/domain/xml.ts';

/** Values the format requires if a lead has no vehicle. */
const NO_VEHICLE = 'Not specified';

/** The format has two conditions; a demonstrator counts as used. */
const statusOf = ({ car_type }: LeadPayload) => (car_type === 'new' ? 'new' : 'used');

/** ADF has prices in dollars; the price type is sent with it, as with every price. */
const priceOf = ({ car_price }: LeadPayload): Xml[] =>
  car_price
    ? [
        leaf('price', String(centsToDollars(car_price.cents)), { type: 'asking', currency: 'AUD' }),
        leaf('pricecomments', car_price.type),
      ]
    : [];

const wantedVehicle = (payload: LeadPayload): Xml =>
  branch(
    'vehicle',
    [
      leaf('year', payload.car_year ?? ''),
      leaf('make', payload['Vehicle Make'] ?? NO_VEHICLE),
      leaf('model', payload['Vehicle Model'] ?? NO_VEHICLE),
      ...maybeLeaf('vin', payload.car_vin),
      ...maybeLeaf('stock', payload.stock_number),
      ...priceOf(payload),
      ...maybeLeaf('comments', payload.car_description),
    ],
    { interest: isTestDrive(payload) ? 'test-drive' : 'buy', status: statusOf(payload) },
  );

/** The source of a value: an estimate is labelled as one, with the shopper's decision. */
function estimateComments({ valid_until, offer_accepted }: TradeInPart): string {
  const answer = offer_accepted === null ? 'not decided' : offer_accepted ? 'accepted' : 'declined';
  const until = valid_until === null ? '' : `, valid until ${valid_until}`;
  return `Online estimate${until}: ${answer} by the shopper`;
}

/** FORM-10: the shopper's own vehicle, against another or to be sold. */
const ownVehicle = (part: TradeInPart, interest: 'trade-in' | 'sell'): Xml =>
  branch(
    'vehicle',
    [
      leaf('year', String(part.year)),
      leaf('make', part.make),
      leaf('model', part.model),
      ...maybeLeaf('trim', part.badge),
      ...maybeLeaf('transmission', part.simple_transmission),
      ...(part.kilometres === undefined ? [] : [leaf('odometer', String(part.kilometres), { units: 'km' })]),
      ...(part.offer_price === null
        ? []
        : [
            leaf('price', String(part.offer_price), { type: 'appraisal', currency: 'AUD' }),
            leaf('pricecomments', estimateComments(part)),
          ]),
      ...maybeLeaf('comments', part.rego === '' ? '' : `Rego ${part.rego} (${part.regoState.toUpperCase()})`),
    ],
    { interest, status: 'used' },
  );

/** A car described in words; the format requires separate make and model. */
const describedVehicle = (payload: LeadPayload): Xml => {
  const rego = payload.Rego ? `Rego ${payload.Rego}` : '';
  return branch(
    'vehicle',
    [
      leaf('year', payload.car_year ?? ''),
      leaf('make', NO_VEHICLE),
      leaf('model', NO_VEHICLE),
      ...maybeLeaf('comments', [payload.car_description, rego].filter(Boolean).join(', ')),
    ],
    { interest: 'sell', status: 'used' },
  );
};

/** The format has no workshop requests: a lead for service or parts has no vehicle of interest. */
const withoutOwnCar = ({ car_year: _, car_description: __, ...payload }: LeadPayload): LeadPayload => payload;

/** FAV-01: another vehicle of an enquiry about several; what it lacks is not that of the first. */
function alsoWanted(payload: LeadPayload, car: AskedCarPart): Xml {
  const { car_vin: _, stock_number: __, car_price: ___, ...shared } = payload;
  return wantedVehicle({ ...shared, ...car, dealership_slug: car.dealership_slug ?? '' });
}

/** The vehicles of a prospect; the format asks for at least one. */
export function adfVehicles(payload: LeadPayload): Xml[] {
  const { trade_in: own, car_id } = payload;
  if (own && car_id === undefined) return [ownVehicle(own, 'sell')];
  if (!own && payload.category === SELL_YOUR_CAR_CATEGORY) return [describedVehicle(payload)];
  const wanted = tellsOwnCar(payload) ? withoutOwnCar(payload) : payload;
  return [
    wantedVehicle(wanted),
    ...otherCars(payload).map((car) => alsoWanted(payload, car)),
    ...(own ? [ownVehicle(own, 'trade-in')] : []),
  ];
}
