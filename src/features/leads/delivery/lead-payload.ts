import * as v from 'valibot';
import { STATES } from '#src/config/sections/states.ts';
import { DealPartSchema } from '#src/features/deal/deal-part.ts';
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
 * FORM-04: the browser's visit data, from two JSON strings. Invalid parts are dropped, never rejected: a lead is
 * worth more than its attributes.
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
/** The text a person agreed to, its version, and how and when they agreed. */
export type Consent = v.InferOutput<typeof ConsentSchema>;

/** The displayed price; `type` is what it includes. */
const PriceSchema = v.object({ cents: v.number(), type: text });

const OnRoadEstimateSchema = v.object({
  state: v.picklist(STATES),
  cents: v.number(),
  /** The advertised price first; they add up to `cents`. */
  lines: v.array(v.object({ label: text, cents: v.number() })),
});

/** A vehicle of a lead about several; fields as in the lead itself. */
const EnquiredCarSchema = v.object({
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

export type EnquiredCarPart = v.InferOutput<typeof EnquiredCarSchema>;

/** FORM-04, FORM-13: a lead as stored and as dealers receive it. Field names are the specification's. */
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
  /** Null if the box was not ticked. */
  opt_in_consent: v.nullable(ConsentSchema),
  /** FORM-02: consent to the terms. */
  terms_consent: v.optional(v.nullable(ConsentSchema)),
  /** FORM-10: consent to the valuation terms. */
  valuation_terms_consent: v.optional(ConsentSchema),
  terms_accepted_at: v.nullable(text),
  dealership_slug: text,
  /** Name of the requested location, or the car's. */
  location: text,
  location_id: optionalText,
  /** URL of the page with the form. */
  url: text,
  source: v.literal('Website'),
  user_agent: text,
  page_id: text,
  tags: v.array(text),
  /** Of the shopper's own vehicle. */
  Rego: optionalText,
  additional_services: v.optional(v.array(text)),
  /** The form's other fields, as displayed to the shopper. */
  details: v.optional(v.array(v.object({ name: text, label: text, value: text }))),
  car_id: optionalText,
  car_dealership_id: optionalText,
  car_year: optionalText,
  car_description: optionalText,
  car_type: optionalText,
  car_vin: optionalText,
  car_price: v.optional(PriceSchema),
  /** FAV-01: all vehicles of an enquiry about several; the lead's own car fields describe the first. */
  cars: v.optional(v.array(EnquiredCarSchema)),
  /** FIN-10: the repayment displayed on the car's page. */
  finance_shown: v.optional(FinanceShownSchema),
  /** FORM-210: what the car is estimated to cost on the road in the shopper's state, else the dealer's. */
  on_road_estimate: v.optional(OnRoadEstimateSchema),
  manufacturer_slug: optionalText,
  stock_number: optionalText,
  'Vehicle Make': optionalText,
  'Vehicle Model': optionalText,
  vehicle_status: optionalText,
  /** CFG-14: whether the car's page displayed the price report of the Autogauge plugin. */
  autogauge_enabled: v.optional(v.boolean()),
  /** CFG-06: the market data the dealer uses for valuations. */
  vehicle_data: v.optional(v.array(v.picklist(['autograb', 'redbook']))),
  booking: v.optional(BookingSchema),
  /** FORM-14: the shopper's own vehicle and the result of its valuation. */
  trade_in: v.optional(TradeInPartSchema),
  /** VDP-233: what the shopper has put together for the vehicle. */
  deal: v.optional(DealPartSchema),
  lead_attributes: LeadAttributesSchema,
});

export type LeadPayload = v.InferOutput<typeof LeadPayloadSchema>;

/** Loose, to preserve fields that another release has stored. */
const StoredPayloadSchema = v.pipe(v.string(), v.parseJson(), v.looseObject(LeadPayloadSchema.entries));

/** @throws ValiError if the stored payload is invalid */
export const readLeadPayload = (stored: string): LeadPayload => v.parse(StoredPayloadSchema, stored);

/** Marks leads without a waiting shopper. */
export const TEST_TAG = 'test';
const PREVIEW_TAG = 'preview';

/** PLAT-04: tags a lead as sent from a preview. Tags are set only by the server, never taken from the request. */
export const asPreviewLead = (payload: LeadPayload): LeadPayload => ({
  ...payload,
  tags: [...payload.tags, TEST_TAG, PREVIEW_TAG],
});

/** Leads from a preview are never delivered. */
export const isPreviewLead = ({ tags }: Pick<LeadPayload, 'tags'>): boolean =>
  tags.includes(TEST_TAG) && tags.includes(PREVIEW_TAG);
