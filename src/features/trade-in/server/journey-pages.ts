import { randomBytes } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { VALUATION_PATH } from '#src/config/sections/site/link-paths.ts';
import { MAX_QUERY_LENGTH } from '#src/features/deal/deal-choices.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { type LeadErrors, type LeadValues, TICKED } from '#src/features/leads/fields/lead-field.ts';
import {
  checkFormAvailability,
  SIGNED_IN_VISITOR,
} from '#src/features/leads/server/intake/form-availability.ts';
import { readLeadBody } from '#src/features/leads/server/intake/read-lead-body.ts';
import {
  notStoredMessage,
  senderAccount,
  tooManyMessage,
} from '#src/features/leads/server/intake/respond-to-lead.ts';
import {
  isAccessible,
  isJourneyPage,
  type JourneyPage,
  NO_PLATE,
  nextPage,
  PLATE_MESSAGE,
  plateFields,
  VALUED_DEAL,
} from '#src/features/trade-in/trade-in-journey.ts';
import { isPlate, newTradeIn, type TradeInRecord } from '#src/features/trade-in/trade-in-record.ts';
import { carForSaleById } from '#src/features/vehicle/server/vehicle-access.ts';
import type { Refusal } from '#src/platform/http/endpoint.ts';
import { isWithinLimit } from '#src/platform/limits/rate-limits.ts';
import type { Services } from '#src/server/services.ts';
import { addPhotos } from './add-photos.ts';
import { decideOffer, isOfferExpired } from './decide-offer.ts';
import {
  type JourneyFailure,
  type JourneyResponse,
  type StepOutcome,
  type StepRefusal,
  stepFields,
  stepValues,
  storeCondition,
  storeValue,
  storeVehicle,
} from './journey-steps.ts';
import { findTradeIn, insertTradeIn, type StoredTradeIn, tradeInPhotos } from './queries/trade-in-queries.ts';
import { requestedCarId, storeTradeInLead } from './trade-in-lead.ts';
import type { Plate } from './vehicle-data/rego-register.ts';

const ID_BYTES = 24;

export type JourneyStart =
  | { kind: 'begun'; to: string }
  | {
      kind: 'refused';
      status: number;
      values: LeadValues;
      errors?: LeadErrors;
      failure?: JourneyFailure;
    };

type Found = Pick<TradeInRecord, 'vehicle' | 'vehicle_source' | 'lookup_problem'>;

async function lookUpPlate(
  services: Services,
  dealer: DealerConfig,
  plate: Plate,
  clientAddress: string | undefined,
): Promise<Found> {
  const { register } = services.vehicleData;
  const noVehicle: Found = { vehicle: null, vehicle_source: null, lookup_problem: 'unavailable' };
  if (!register) return { ...noVehicle, lookup_problem: null };
  if (!(await isWithinLimit(services, dealer, 'lookup', clientAddress))) return noVehicle;
  const outcome = await register.find(plate);
  switch (outcome.kind) {
    case 'found':
      return { vehicle: outcome.vehicle, vehicle_source: 'lookup', lookup_problem: null };
    case 'not_found':
      return { ...noVehicle, lookup_problem: 'not_found' };
    case 'unavailable':
      services.log.warn({ dealer: dealer.slug, reason: outcome.reason }, 'no answer about a plate');
      return noVehicle;
  }
}

/** Stricter than for an enquiry, which is never rejected for its plate: this one is sent to a register. */
function checkPlate({ state }: DealerConfig, body: LeadValues): ReturnType<typeof checkLead> {
  const checked = checkLead(plateFields(state), body);
  return 'values' in checked && !isPlate(checked.values.rego ?? '')
    ? { errors: { rego: PLATE_MESSAGE } }
    : checked;
}

/** The id of the requested car, if it accepts trade-ins. */
async function requestedCar(services: Services, dealer: DealerConfig, id: string | undefined) {
  const availability = await checkFormAvailability(services, dealer, 'trade-in', id, SIGNED_IN_VISITOR);
  return (availability.kind === 'open' && availability.car?.id) || null;
}

/** FORM-10: starts a valuation with or without a plate. The shopper can continue whatever the register returns. */
export async function beginJourney(
  services: Services,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<JourneyStart> {
  const body = await readLeadBody(request);
  const { rego = '', regoState = '', car_id = '', [VALUED_DEAL]: deal = '' } = body;
  const values = { rego, regoState, car_id, [VALUED_DEAL]: deal };
  const isByHand = body[NO_PLATE] === TICKED || !dealer.tradeIn.regoLookup;
  const checked = isByHand ? undefined : checkPlate(dealer, body);
  if (checked && 'errors' in checked) return { kind: 'refused', status: 422, values, errors: checked.errors };
  const phone = dealer.phones.override ?? dealer.phones.main;
  try {
    if (!(await isWithinLimit(services, dealer, 'journey', clientAddress))) {
      return { kind: 'refused', status: 429, values, failure: { message: tooManyMessage(phone), phone } };
    }
    const plate = checked
      ? { rego: checked.values.rego ?? '', state: checked.values.regoState ?? '' }
      : undefined;
    const found = plate && (await lookUpPlate(services, dealer, plate, clientAddress));
    const id = randomBytes(ID_BYTES).toString('base64url');
    const vehicleId = await requestedCar(services, dealer, body.car_id);
    const record = {
      ...newTradeIn(id, { rego: plate?.rego ?? '', regoState: plate?.state ?? '' }),
      ...found,
      ...(vehicleId !== null && deal !== '' && { deal: deal.slice(0, MAX_QUERY_LENGTH) }),
    };
    await insertTradeIn(
      services.db,
      dealer.slug,
      { id, vehicleId, record },
      services.clock.now().toISOString(),
    );
    return { kind: 'begun', to: journeyPath(id, record.vehicle ? 'condition' : 'vehicle') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'valuation not begun');
    return { kind: 'refused', status: 503, values, failure: { message: notStoredMessage(phone), phone } };
  }
}

export const journeyPath = (id: string, page: JourneyPage): string => `${VALUATION_PATH}/${id}/${page}`;

export type JourneyRequest = {
  id: string;
  /** Empty to redirect to the next step. */
  page: string;
  request: Request;
  clientAddress: string | undefined;
  /** Why the server did not read an upload. */
  refusal: Refusal | undefined;
};

async function handleStep(
  services: Services,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  page: JourneyPage,
  sent: LeadValues,
  journey: JourneyRequest,
): Promise<StepOutcome> {
  if (page === 'photos') {
    const result = await addPhotos(services, dealer, tradeIn, journey);
    if (result.kind === 'taken') return { kind: 'done', onward: result.isLast ? 'done' : 'photos' };
    const { status, message, reason, retryAfterSeconds } = result;
    return { kind: 'refused', status, values: {}, failure: { message, reason }, retryAfterSeconds };
  }
  const { request, clientAddress } = journey;
  const withValidEstimate = async (): Promise<StoredTradeIn> => {
    const { id, record } = tradeIn;
    if (!isOfferExpired(record, services, dealer)) return tradeIn;
    return { ...tradeIn, record: await storeValue(services, dealer, id, record, clientAddress) };
  };
  switch (page) {
    case 'vehicle':
      return storeVehicle(services, dealer, tradeIn, sent);
    case 'condition':
      return storeCondition(services, dealer, tradeIn, sent, clientAddress);
    case 'details': {
      const userAgent = request.headers.get('user-agent') ?? '';
      const contactId = await senderAccount(services, dealer, request, undefined);
      const from = { userAgent, clientAddress, contactId };
      return storeTradeInLead(services, dealer, await withValidEstimate(), sent, from);
    }
    case 'offer':
      return decideOffer(services, dealer, tradeIn, sent);
    case 'done':
      return { kind: 'done' };
  }
}

/** If the database cannot write, renders the step again with the number to call. */
async function handleSafely(...args: Parameters<typeof handleStep>): Promise<StepOutcome> {
  try {
    return await handleStep(...args);
  } catch (error) {
    const [{ log }, { slug, phones }, , page, sent] = args;
    log.error(
      { dealer: slug, page, reason: error instanceof Error ? error.message : 'unknown' },
      'step not stored',
    );
    const phone = phones.override ?? phones.main;
    return {
      kind: 'refused',
      status: 503,
      values: sent,
      failure: { message: notStoredMessage(phone), phone },
    };
  }
}

/** The redirect after a step. The details step leads to the result, with or without an estimate. */
function afterStep(dealer: DealerConfig, { id, record }: StoredTradeIn, page: JourneyPage): string {
  return journeyPath(id, page === 'details' ? 'offer' : nextPage(record, dealer.tradeIn));
}

/** FORM-10: handles GET and POST of a valuation page; unknown if it belongs to another dealer. */
export async function journeyPage(
  services: Services,
  dealer: DealerConfig,
  journey: JourneyRequest,
): Promise<JourneyResponse> {
  const tradeIn = await findTradeIn(services.db, dealer.slug, journey.id);
  if (!tradeIn) return { kind: 'unknown' };
  const next = { kind: 'go', to: journeyPath(journey.id, nextPage(tradeIn.record, dealer.tradeIn)) } as const;
  if (journey.page === '') return next;
  if (!isJourneyPage(journey.page)) return { kind: 'unknown' };
  const { page } = journey as { page: JourneyPage };
  if (!isAccessible(tradeIn.record, page, dealer.tradeIn)) return next;
  if (journey.request.method !== 'POST') return show(services, dealer, tradeIn, page);
  const sent = page === 'photos' ? {} : await readLeadBody(journey.request);
  const outcome = await handleSafely(services, dealer, tradeIn, page, sent, journey);
  if (outcome.kind === 'refused') return show(services, dealer, tradeIn, page, outcome);
  const now = (await findTradeIn(services.db, dealer.slug, journey.id)) ?? tradeIn;
  const to = outcome.onward ? journeyPath(now.id, outcome.onward) : afterStep(dealer, now, page);
  return { kind: 'go', to };
}

/** VDP-290: the deal that the valuation was begun from, while its vehicle is for sale. */
async function dealOf(services: Services, dealer: DealerConfig, { vehicleId, record }: StoredTradeIn) {
  if (!dealer.deals.enabled || record.deal === undefined) return undefined;
  const car = await carForSaleById(services, dealer, vehicleId).catch(() => undefined);
  return car && { slug: car.slug, query: record.deal };
}

async function show(
  services: Services,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  page: JourneyPage,
  refusal?: StepRefusal,
): Promise<JourneyResponse> {
  const { id, record } = tradeIn;
  // A failed lookup must not prevent the error page.
  const carId = page === 'details' ? await requestedCarId(services, dealer, tradeIn).catch(() => '') : '';
  return {
    kind: 'page',
    page,
    status: refusal?.status ?? 200,
    record,
    form: {
      fields: stepFields(services, dealer, page, carId),
      values: refusal?.values ?? stepValues(page, record),
      errors: refusal?.errors,
      failure: refusal?.failure,
    },
    isExpired: isOfferExpired(record, services, dealer),
    photos: (await tradeInPhotos(services.db, id)).length,
    deal: await dealOf(services, dealer, tradeIn),
    retryAfterSeconds: refusal?.retryAfterSeconds,
  };
}
