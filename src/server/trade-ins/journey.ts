import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { isJourneyPage, type JourneyPage, mayShow, nextPage } from '#src/domain/trade-in/journey.ts';
import { tradeInPhotos } from '#src/providers/database/trade-in-photos.ts';
import { findTradeIn, type StoredTradeIn } from '#src/providers/database/trade-ins.ts';
import type { Refusal } from '#src/wire/error.ts';
import { readLeadBody } from '../leads/intake/read-lead-body.ts';
import { notStoredMessage } from '../leads/intake/respond-to-lead.ts';
import type { Services } from '../services.ts';
import { journeyPath } from './begin-journey.ts';
import { decideOffer, isOfferExpired } from './decide-offer.ts';
import type { JourneyResponse, StepOutcome, StepRefusal } from './journey-response.ts';
import { stepFields, stepValues, storeValue, takeCondition, takeVehicle } from './journey-steps.ts';
import { storeTradeInLead, wantedCarId } from './store-lead.ts';
import { takePhotos } from './take-photos.ts';

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
