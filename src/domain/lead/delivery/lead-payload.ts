import * as v from 'valibot';
import { FinanceShownSchema } from '../../finance/finance-shown.ts';
import { TradeInPartSchema } from '../../trade-in/trade-in-part.ts';
import { LeadAttributesSchema } from '../lead-attributes.ts';
import { BookingSchema } from '../test-drive/booking.ts';

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
