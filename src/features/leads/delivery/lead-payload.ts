import * as v from 'valibot';
import { FinanceShownSchema } from '#src/features/finance/finance-disclosure.ts';
import { BookingSchema } from '#src/features/leads/test-drive/booking.ts';
import { TradeInPartSchema } from '#src/features/trade-in/trade-in-record.ts';
import { singleLine } from '#src/platform/text/safe-text.ts';

const MAX_PAGES = 20;
const MAX_PAGE_LENGTH = 300;
const MAX_PARAMS = 20;
const MAX_PARAM_NAME_LENGTH = 60;
const MAX_PARAM_LENGTH = 200;

const LeadAttributesSchema = v.object({
  visited_pages: v.array(v.string()),
  linked_query_params: v.record(v.string(), v.string()),
});
export type LeadAttributes = v.InferOutput<typeof LeadAttributesSchema>;

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/**
 * FORM-04: the visit data stored by the browser, from two JSON texts. Missing, broken or forged parts are left out,
 * never refused: a lead is worth more than its attributes.
 */
export function readLeadAttributes(
  visitedPages: string | undefined,
  linkedQueryParams: string | undefined,
): LeadAttributes {
  const pages = parsed(visitedPages);
  const params = parsed(linkedQueryParams);
  return {
    visited_pages: (Array.isArray(pages) ? pages : [])
      .filter((page) => typeof page === 'string' && page.startsWith('/'))
      .slice(-MAX_PAGES)
      .map((page: string) => singleLine(page).slice(0, MAX_PAGE_LENGTH).toWellFormed()),
    linked_query_params: Object.fromEntries(
      Object.entries(typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {})
        .filter(
          ([name, value]) =>
            name !== '' && name.length <= MAX_PARAM_NAME_LENGTH && typeof value === 'string' && value !== '',
        )
        .slice(0, MAX_PARAMS)
        .map(([name, value]) => [
          singleLine(name),
          singleLine(value).slice(0, MAX_PARAM_LENGTH).toWellFormed(),
        ]),
    ),
  };
}

const text = v.string();
const optionalText = v.optional(v.string());

const ConsentSchema = v.object({ text, version: text, channel: text, at: text });
/** A text a person agreed to, with its version, how and when. */
export type Consent = v.InferOutput<typeof ConsentSchema>;

/** What the shopper saw: whole cents, and what they include in words. */
const PriceSchema = v.object({ cents: v.number(), type: text });

/** A vehicle of stock in a lead about several; fields as in the lead itself. */
const AskedCarSchema = v.object({
  car_id: text,
  car_year: text,
  car_description: text,
  car_type: text,
  'Vehicle Make': text,
  'Vehicle Model': text,
  vehicle_status: text,
  car_vin: optionalText,
  stock_number: optionalText,
  dealership_slug: optionalText,
  car_price: v.optional(PriceSchema),
});

export type AskedCarPart = v.InferOutput<typeof AskedCarSchema>;

/** FORM-04, FORM-13: a lead as it is stored and as dealers receive it. Field names are the specification's. */
export const LeadPayloadSchema = v.object({
  name: text,
  last_name: text,
  email: text,
  /** Digits only, from 0. */
  phone: text,
  postcode: text,
  message: text,
  category: text,
  subcategory: text,
  opt_in: v.boolean(),
  /** The consent text the shopper agreed to; null if the box was not ticked. */
  opt_in_consent: v.nullable(ConsentSchema),
  /** FORM-02: the same for the terms, with their version. */
  terms_consent: v.optional(v.nullable(ConsentSchema)),
  /** FORM-10: the same for the valuation terms, which apply to a valuation. */
  valuation_terms_consent: v.optional(ConsentSchema),
  terms_accepted_at: v.nullable(text),
  dealership_slug: text,
  /** Name of the location asked for or holding the car. */
  location: text,
  location_id: optionalText,
  /** Address of the page with the form. */
  url: text,
  source: v.literal('Website'),
  user_agent: text,
  page_id: text,
  tags: v.array(text),
  /** Of the shopper's own vehicle. */
  Rego: optionalText,
  additional_services: v.optional(v.array(text)),
  /** The form's other fields, as the shopper saw them. */
  details: v.optional(v.array(v.object({ name: text, label: text, value: text }))),
  car_id: optionalText,
  car_dealership_id: optionalText,
  car_year: optionalText,
  car_description: optionalText,
  car_type: optionalText,
  car_vin: optionalText,
  car_price: v.optional(PriceSchema),
  /** FAV-01: all vehicles of an enquiry about several; the lead's own fields are those of the first. */
  cars: v.optional(v.array(AskedCarSchema)),
  /** FIN-10: the repayment of the car as its page shows it. */
  finance_shown: v.optional(FinanceShownSchema),
  manufacturer_slug: optionalText,
  stock_number: optionalText,
  'Vehicle Make': optionalText,
  'Vehicle Model': optionalText,
  vehicle_status: optionalText,
  /** CFG-14: whether the car's page showed the price report of the Autogauge plugin. */
  autogauge_enabled: v.optional(v.boolean()),
  /** CFG-06: the market data the dealer uses for valuations. */
  vehicle_data: v.optional(v.array(v.picklist(['autograb', 'redbook']))),
  booking: v.optional(BookingSchema),
  /** FORM-14: the shopper's own vehicle and the result of its valuation. */
  trade_in: v.optional(TradeInPartSchema),
  lead_attributes: LeadAttributesSchema,
});

export type LeadPayload = v.InferOutput<typeof LeadPayloadSchema>;

/** Preserves fields stored by another release. */
const StoredPayloadSchema = v.pipe(v.string(), v.parseJson(), v.looseObject(LeadPayloadSchema.entries));

/** @throws ValiError if the stored payload is invalid */
export const readLeadPayload = (stored: string): LeadPayload => v.parse(StoredPayloadSchema, stored);

/** Of leads that no one is waiting for. */
export const TEST_TAG = 'test';
const PREVIEW_TAG = 'preview';

/** PLAT-04: the lead as one from a preview. Tags come from the server alone, never from what was sent. */
export const asPreviewLead = (payload: LeadPayload): LeadPayload => ({
  ...payload,
  tags: [...payload.tags, TEST_TAG, PREVIEW_TAG],
});

/** Whether a lead comes from a preview: then nothing of it is delivered. */
export const isPreviewLead = ({ tags }: Pick<LeadPayload, 'tags'>): boolean =>
  tags.includes(TEST_TAG) && tags.includes(PREVIEW_TAG);
