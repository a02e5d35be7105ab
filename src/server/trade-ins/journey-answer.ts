import type { LeadErrors, LeadField, LeadValues } from '#src/domain/lead/lead-field.ts';
import type { JourneyPage } from '#src/domain/trade-in/journey.ts';
import type { TradeInRecord } from '#src/domain/trade-in/trade-in-record.ts';

export type JourneyFailure = { message: string; phone?: string };

/** A form of the journey as it is to be shown. */
export type JourneyForm = {
  fields: readonly LeadField[];
  values: LeadValues;
  errors?: LeadErrors | undefined;
  failure?: JourneyFailure | undefined;
};

/** What an address of a valuation answers. */
export type JourneyAnswer =
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

/** What is wrong with what was sent. */
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
