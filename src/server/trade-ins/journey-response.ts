import type { LeadErrors, LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import type { JourneyPage } from '#src/domain/trade-in/journey.ts';
import type { TradeInRecord } from '#src/domain/trade-in/trade-in-record.ts';
import { errorResponse } from '#src/wire/error.ts';

export type JourneyFailure = {
  message: string;
  phone?: string;
  /** The message without file names, for a page that sends one at a time. */
  reason?: string | undefined;
};

/** A form of the valuation, ready to render. */
export type JourneyForm = {
  fields: readonly LeadField[];
  values: LeadValues;
  errors?: LeadErrors | undefined;
  failure?: JourneyFailure | undefined;
};

/** The response of a valuation's address. */
export type JourneyResponse =
  | { kind: 'unknown' }
  | { kind: 'go'; to: string }
  | {
      kind: 'page';
      page: JourneyPage;
      status: number;
      record: TradeInRecord;
      form: JourneyForm;
      /** Whether the last day of the estimate is over. */
      isExpired: boolean;
      photos: number;
      retryAfterSeconds?: number | undefined;
    };

/**
 * The response to a script that sends photos one by one: empty, or the reason. A valuation without this step takes
 * none.
 */
export function photosResponse(answer: JourneyResponse): Response {
  const headers = { 'Cache-Control': 'no-store' };
  if (answer.kind === 'go' && answer.to.endsWith('/photos'))
    return new Response(null, { status: 204, headers });
  const { status, form, retryAfterSeconds } =
    answer.kind === 'page' ? answer : { status: 404, form: undefined, retryAfterSeconds: undefined };
  const message = form?.failure?.reason ?? form?.failure?.message ?? 'This valuation takes no photos.';
  return errorResponse(
    status,
    'photos_refused',
    message,
    retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {},
  );
}

/** Errors of the input. */
export type StepRefusal = {
  status: number;
  values: LeadValues;
  errors?: LeadErrors | undefined;
  failure?: JourneyFailure | undefined;
  retryAfterSeconds?: number | undefined;
};

export type StepOutcome =
  | { kind: 'done' /** Where the shopper wants to go on. */; onward?: JourneyPage }
  | ({ kind: 'refused' } & StepRefusal);
