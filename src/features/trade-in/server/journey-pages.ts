import { randomBytes } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { VALUATION_PATH } from '#src/config/sections/site/link-paths.ts';
import { checkLead } from '#src/features/leads/fields/check-lead.ts';
import { type LeadErrors, type LeadValues, TICKED } from '#src/features/leads/fields/lead-field.ts';
import {
  checkFormAvailability,
  SIGNED_IN_VISITOR,
} from '#src/features/leads/server/intake/form-availability.ts';
import { readLeadBody } from '#src/features/leads/server/intake/read-lead-body.ts';
import { notStoredMessage, tooManyMessage } from '#src/features/leads/server/intake/respond-to-lead.ts';
import { isWithinLimit } from '#src/features/leads/server/limits/rate-limits.ts';
import {
  isJourneyPage,
  type JourneyPage,
  mayShow,
  NO_PLATE,
  nextPage,
  PLATE_MESSAGE,
  plateFields,
} from '#src/features/trade-in/trade-in-journey.ts';
import { isPlate, newTradeIn, type TradeInRecord } from '#src/features/trade-in/trade-in-record.ts';
import type { Refusal } from '#src/platform/http/endpoint.ts';
import type { Services } from '#src/server/services.ts';
import { decideOffer, isOfferExpired } from './decide-offer.ts';
import {
  type JourneyFailure,
  type JourneyResponse,
  type StepOutcome,
  type StepRefusal,
  stepFields,
  stepValues,
  storeValue,
  takeCondition,
  takeVehicle,
} from './journey-steps.ts';
import { findTradeIn, insertTradeIn, type StoredTradeIn, tradeInPhotos } from './queries/trade-in-queries.ts';
import { takePhotos } from './take-photos.ts';
import { storeTradeInLead, wantedCarId } from './trade-in-lead.ts';
import type { Plate } from './vehicle-data/rego-register.ts';

const ID_BYTES = 24;

export type JourneyBegun =
  | { kind: 'begun'; to: string }
  | {
      kind: 'refused';
      status: number;
      values: LeadValues;
      errors?: LeadErrors;
      failure?: JourneyFailure;
    };

type Found = Pick<TradeInRecord, 'vehicle' | 'vehicle_source' | 'lookup_problem'>;

async function lookUp(
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

/**
 * Stricter than the plate of an enquiry, which is never a reason to refuse the enquiry: this one is sent to a
 * register.
 */
function checkPlate({ state }: DealerConfig, body: LeadValues): ReturnType<typeof checkLead> {
  const checked = checkLead(plateFields(state), body);
  return 'values' in checked && !isPlate(checked.values.rego ?? '')
    ? { errors: { rego: PLATE_MESSAGE } }
    : checked;
}

/** Only a car that accepts trade-ins is stored; otherwise the valuation continues without one. */
async function wantedCar(services: Services, dealer: DealerConfig, id: string | undefined) {
  const asked = await checkFormAvailability(services, dealer, 'trade-in', id, SIGNED_IN_VISITOR);
  return (asked.kind === 'open' && asked.car?.id) || null;
}

/**
 * FORM-10: starts a valuation with or without a plate. Whatever the register returns, the shopper can continue.
 */
export async function beginJourney(
  services: Services,
  dealer: DealerConfig,
  request: Request,
  clientAddress: string | undefined,
): Promise<JourneyBegun> {
  const body = await readLeadBody(request);
  const values = { rego: body.rego ?? '', regoState: body.regoState ?? '', car_id: body.car_id ?? '' };
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
    const found = plate && (await lookUp(services, dealer, plate, clientAddress));
    const id = randomBytes(ID_BYTES).toString('base64url');
    const record = {
      ...newTradeIn(id, { rego: plate?.rego ?? '', regoState: plate?.state ?? '' }),
      ...found,
    };
    const vehicleId = await wantedCar(services, dealer, body.car_id);
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

const journeyPath = (id: string, page: JourneyPage): string => `${VALUATION_PATH}/${id}/${page}`;

export type JourneyRequest = {
  id: string;
  /** Empty: redirect to the next step. */
  page: string;
  request: Request;
  clientAddress: string | undefined;
  /** Why the server did not read an upload. */
  refusal: Refusal | undefined;
};

async function take(
  services: Services,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  page: JourneyPage,
  sent: LeadValues,
  asked: JourneyRequest,
): Promise<StepOutcome> {
  if (page === 'photos') {
    const taken = await takePhotos(services, dealer, tradeIn, asked);
    if (taken.kind === 'taken') return { kind: 'done', onward: taken.isLast ? 'done' : 'photos' };
    const { status, message, reason, retryAfterSeconds } = taken;
    return { kind: 'refused', status, values: {}, failure: { message, reason }, retryAfterSeconds };
  }
  const { request, clientAddress } = asked;
  const withLastingValue = async (): Promise<StoredTradeIn> => {
    const { id, record } = tradeIn;
    if (!isOfferExpired(record, services, dealer)) return tradeIn;
    return { ...tradeIn, record: await storeValue(services, dealer, id, record, clientAddress) };
  };
  switch (page) {
    case 'vehicle':
      return takeVehicle(services, dealer, tradeIn, sent);
    case 'condition':
      return takeCondition(services, dealer, tradeIn, sent, clientAddress);
    case 'details': {
      const userAgent = request.headers.get('user-agent') ?? '';
      const from = { userAgent, clientAddress };
      return storeTradeInLead(services, dealer, await withLastingValue(), sent, from);
    }
    case 'offer':
      return decideOffer(services, dealer, tradeIn, sent);
    case 'done':
      return { kind: 'done' };
  }
}

/** If the database cannot write, the step is not stored; the page shows the number to call beside the input. */
async function takeOrSay(...given: Parameters<typeof take>): Promise<StepOutcome> {
  try {
    return await take(...given);
  } catch (error) {
    const [{ log }, { slug, phones }, , page, sent] = given;
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

/** The redirect after a step. The result of the details step has its own page, with or without an estimate. */
function afterStep(dealer: DealerConfig, { id, record }: StoredTradeIn, page: JourneyPage): string {
  return journeyPath(id, page === 'details' ? 'offer' : nextPage(record, dealer.tradeIn));
}

/** FORM-10: handles GET and POST of a valuation page. Another dealer's valuation is unknown here. */
export async function journeyPage(
  services: Services,
  dealer: DealerConfig,
  asked: JourneyRequest,
): Promise<JourneyResponse> {
  const tradeIn = await findTradeIn(services.db, dealer.slug, asked.id);
  if (!tradeIn) return { kind: 'unknown' };
  const goOn = { kind: 'go', to: journeyPath(asked.id, nextPage(tradeIn.record, dealer.tradeIn)) } as const;
  if (asked.page === '') return goOn;
  if (!isJourneyPage(asked.page)) return { kind: 'unknown' };
  const { page } = asked as { page: JourneyPage };
  if (!mayShow(tradeIn.record, page, dealer.tradeIn)) return goOn;
  if (asked.request.method !== 'POST') return show(services, dealer, tradeIn, page);
  const sent = page === 'photos' ? {} : await readLeadBody(asked.request);
  const outcome = await takeOrSay(services, dealer, tradeIn, page, sent, asked);
  if (outcome.kind === 'refused') return show(services, dealer, tradeIn, page, outcome);
  const now = (await findTradeIn(services.db, dealer.slug, asked.id)) ?? tradeIn;
  const to = outcome.onward ? journeyPath(now.id, outcome.onward) : afterStep(dealer, now, page);
  return { kind: 'go', to };
}

async function show(
  services: Services,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  page: JourneyPage,
  refusal?: StepRefusal,
): Promise<JourneyResponse> {
  const { id, record } = tradeIn;
  // An error page must not fail because of its car.
  const carId = page === 'details' ? await wantedCarId(services, dealer, tradeIn).catch(() => '') : '';
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
    retryAfterSeconds: refusal?.retryAfterSeconds,
  };
}
