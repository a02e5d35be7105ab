import * as v from 'valibot';
import { ACCOUNT_ENDPOINTS, WATCHLIST_ENDPOINTS } from '#src/features/account/account-endpoints.ts';
import { MAX_VIEWED_CARS } from '#src/features/account/saved-cars/car-lists.ts';
import { MAX_SAVED_PER_REQUEST } from '#src/features/account/saved-cars/saved-change.ts';
import { WEB_VITALS_ENDPOINT } from '#src/features/content/web-vitals-endpoint.ts';
import { DEAL_ENDPOINTS } from '#src/features/deal/saved-deal.ts';
import { BROKER_ENDPOINTS } from '#src/features/finance/broker-endpoints.ts';
import { ON_ROAD_ENDPOINT } from '#src/features/finance/on-road/on-road-endpoint.ts';
import { LeadRequestSchema, PHONE_CODE_ENDPOINTS } from '#src/features/leads/endpoints/form-endpoints.ts';
import {
  calendarPath,
  LeadAcceptedSchema,
  leadsPath,
  TEST_DRIVE_TIMES_PATH,
  TestDriveTimesSchema,
} from '#src/features/leads/endpoints/lead-endpoints.ts';
import { PAYMENT_ENDPOINTS } from '#src/features/reservations/reservation.ts';
import { SEARCH_ENDPOINTS, SuggestionsSchema } from '#src/features/search/api/search-endpoints.ts';
import {
  CardsHtmlSchema,
  SavedEntriesSchema,
  SavedRequestSchema,
  SimilarIdsSchema,
  similarIdsPath,
  ViewedRequestSchema,
} from '#src/features/search/api/vehicle-cards.ts';
import { SUGGESTIONS_PATH } from '#src/features/search/type-ahead/suggestions.ts';
import { PUSHED_FEED_ENDPOINT } from '#src/features/stock/pushed-feed-endpoint.ts';
import {
  MISCELLANEOUS_PATH,
  MiscellaneousRequestSchema,
  MiscellaneousStoredSchema,
  photoPath,
  photosPath,
} from '#src/features/trade-in/trade-in-endpoints.ts';
import {
  DELIVERY_PRICE_PATH,
  DeliveryPriceSchema,
  gaugePath,
  PhoneRevealedSchema,
  PhoneRevealRequestSchema,
  PriceGaugeSchema,
  VehicleViewRequestSchema,
  VehicleViewSchema,
} from '#src/features/vehicle/vehicle-endpoints.ts';
import type { Endpoint } from '#src/platform/http/endpoint.ts';
import { HealthSchema, OPERATOR_ENDPOINTS } from './operator-endpoints.ts';

const PhotoSchema = v.pipe(v.string(), v.description('The photo as WebP'));

const CalendarSchema = v.pipe(v.string(), v.description('The file, one event'));
const PdfSchema = v.pipe(v.string(), v.description('The file, `Content-Disposition: attachment`'));

export const CONTACT_SAMPLE = {
  submission_key: '0b7c9e64-58f1-4d3a-9c55-2f1d3a7e9b10',
  name: 'Ann',
  last_name: 'Example',
  phone: '0491 570 156',
  email: 'ann@example.com',
  postcode: '4006',
  category: 'General Enquiry',
  message: 'When may I come by?',
  page_path: '/contact-us',
};

export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/health',
    summary:
      'For load balancers, on any host: `{ "status": "ok" }`, from a write to the disk at most a second ago. With `Authorization: Bearer <HEALTH_TOKEN>` the full state, as below.',
    response: HealthSchema,
    statuses: {
      200: 'Requests can be served and leads stored',
      401: '`wrong_token`: not the HEALTH_TOKEN',
      503: 'A lead could not be stored',
    },
  },
  {
    method: 'GET',
    path: '/health/ready',
    summary:
      'Whether a proxy or orchestrator should send requests to this process, on any host: `{ "status": "ready" }` or `{ "status": "stopping" }`.',
    statuses: { 200: 'Send requests', 503: 'Send none: the process has received a stop signal' },
  },
  ...OPERATOR_ENDPOINTS,
  ...SEARCH_ENDPOINTS,
  {
    method: 'GET',
    path: SUGGESTIONS_PATH,
    summary:
      'Names of the stock that search boxes suggest, with `search.suggestions`. The browser does the matching; the shopper’s input is not sent. Cached until the stock changes.',
    response: SuggestionsSchema,
    statuses: {
      200: 'The names, or none',
      404: '`no_suggestions`: the site has no suggestions',
      503: '`search_unavailable`: neither Meilisearch nor the database responds',
    },
  },
  {
    method: 'POST',
    path: leadsPath('{form}'),
    summary:
      'Sends a form; `{form}` is its name in `leads.forms` of the dealer file, e.g. `enquiry`. The page `/enquire/{form}` takes the same without JavaScript. Fields differ by form and dealer. They have the names and required flags of the inputs on that page. A 422 names each missing field. A urlencoded body works too. The example is of the form `contact`: `category` is one of `leads.categories`. Dealers may also require a `location_id` (`leads.location`) and the terms, `terms` with the value `on` (`leads.termsCheckbox`).',
    request: LeadRequestSchema,
    sample: CONTACT_SAMPLE,
    response: LeadAcceptedSchema,
    statuses: {
      201: 'Stored, and queued for delivery to the dealer',
      403: '`sign_in_required`: the site requires sign-in before this form',
      404: '`unknown_form`, `form_off`: the site does not have this form, or `unknown_car`: the site never listed it',
      409: '`submission_changed`: the same key with another body; `car_sold`, `car_reserved` or `not_for_car`: the form is not for this car now',
      410: '`car_gone`: the car to reserve is no longer listed. Any other form about it is stored without the car',
      422: '`invalid_form`: a message for each field under `fields`; `car_missing`: the form is about a car and `car_id` names none',
      429: '`too_many_leads`: too many leads, nothing was stored; `phone` holds the number to call, Retry-After the seconds to wait',
      503: '`lead_not_stored` or `busy` (with Retry-After): nothing was stored; `phone` holds the number to call',
    },
  },
  ...PHONE_CODE_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...WATCHLIST_ENDPOINTS,
  ...DEAL_ENDPOINTS,
  ...PAYMENT_ENDPOINTS,
  {
    method: 'POST',
    path: '/cars/{slug}',
    summary:
      'Reveals the dealer’s number for a vehicle, with `Accept: application/json`, and records the call. Without that header the response is the page with the number. A refusal holds `location`, the address of the page that shows the number of its location; for a vehicle that is not for sale, of its own page.',
    request: PhoneRevealRequestSchema,
    response: PhoneRevealedSchema,
    statuses: {
      200: 'The number',
      404: '`no_phone`: the location has none; `unknown_car`: no such vehicle was listed',
      409: '`car_sold`: the vehicle has been sold',
      410: '`car_gone`: the vehicle is no longer listed',
      429: '`too_many_calls`: more than 30 numbers an hour for one network; `Retry-After` gives the seconds to wait',
    },
  },
  {
    method: 'GET',
    path: gaugePath('{slug}'),
    summary:
      'The price of a used car compared with its market, on sites with the plugin `autogauge`. Values missing from the service are left out.',
    response: PriceGaugeSchema,
    statuses: {
      200: 'The reading',
      404: '`no_gauge`: the service has no data for the vehicle, or its page shows no gauge',
      503: '`gauge_unavailable`: the service does not respond',
    },
  },
  ON_ROAD_ENDPOINT,
  {
    method: 'GET',
    path: `${DELIVERY_PRICE_PATH}?postcode={postcode}&car_id={id}`,
    summary:
      'The price of delivering a vehicle to a postcode, on sites with `vehiclePage.deliveryCalculator`.',
    response: DeliveryPriceSchema,
    statuses: {
      200: 'The price and the region',
      404: '`no_price`: no delivery to that postcode; `no_delivery`: no such vehicle for sale, or no estimates here',
      422: '`no_postcode`: the postcode is empty; `invalid_postcode`: Australia has no such postcode',
      429: '`too_many_prices`: more than 30 prices in ten minutes for one network, or 1000 for the site; `Retry-After` gives the seconds to wait',
      503: '`delivery_unavailable`: the service does not respond',
    },
  },
  ...BROKER_ENDPOINTS,
  {
    method: 'GET',
    path: '/cars/{slug}/view.json?photos_count={count}&updated_at={instant}&website_id={dealer}',
    summary:
      'Changes of a vehicle since its page was rendered, and the number of views. A page sends this once it is visible, because it may be cached. Each request counts as a view, except from robots and with `counted=1`. Parameters are optional; one that can’t be read is ignored. A field that the page doesn’t name counts as changed when `updated_at` differs. Never cached.',
    request: VehicleViewRequestSchema,
    response: VehicleViewSchema,
    statuses: {
      200: 'Views and changes, or none',
      404: '`unknown_car`: no such vehicle was listed',
    },
  },
  {
    method: 'GET',
    path: '/cars/{slug}/similar',
    summary:
      'Cards of at most 6 similar vehicles in stock, the same model first, on sites with `vehiclePage.similar`. A vehicle’s page requests them when the shopper scrolls near. Works for sold and removed vehicles too. Cached for as long as the page; never indexed.',
    response: CardsHtmlSchema,
    statuses: { 200: 'The cards, or none', 404: '`unknown_car`: no such vehicle was listed' },
  },
  {
    method: 'GET',
    path: similarIdsPath('{slug}'),
    summary: 'The ids of the same vehicles, in the same order.',
    response: SimilarIdsSchema,
    statuses: {
      200: 'Ids, or none',
      404: '`unknown_car`: no such vehicle was listed, or the site shows no similar vehicles',
    },
  },
  {
    method: 'GET',
    path: '/viewed-cars?id={id}',
    summary:
      'Cards of at most 6 of the given vehicles, in their current state. `id` may be repeated. Ids that are unknown, hidden or another dealer’s are ignored; a sold vehicle is marked while it has a page. Viewed vehicles are stored only in the browser. Never cached.',
    request: ViewedRequestSchema,
    response: CardsHtmlSchema,
    statuses: {
      200: 'The cards, or none',
      400: `\`bad_request\`: no id, one that is too long, or more than ${MAX_VIEWED_CARS}`,
    },
  },
  {
    method: 'GET',
    path: '/saved-cars/list?car={id}.{cents}.{price type}',
    summary:
      'Saved vehicles in their current state, each with what has changed since. `car` may be repeated; the price may be left out. Of a vehicle that is gone only that is said. Never cached.',
    request: SavedRequestSchema,
    response: SavedEntriesSchema,
    statuses: {
      200: 'An entry for each vehicle',
      400: `\`bad_request\`: no vehicle, one that cannot be read, or more than ${MAX_SAVED_PER_REQUEST}`,
      404: 'The site saves no vehicles',
    },
  },
  {
    method: 'GET',
    path: `${TEST_DRIVE_TIMES_PATH}?location_id={id}&car_id={id}`,
    summary: 'Free times of test drives; both parameters may be left out. Never cached.',
    response: TestDriveTimesSchema,
    statuses: {
      200: 'Times, or none',
      404: '`form_off`: no test drives here, `unknown_location` or `unknown_car`',
      409: '`car_sold` or `not_for_car`: no test drives of this car',
      410: '`car_gone`: the car is no longer listed',
    },
  },
  {
    method: 'POST',
    path: MISCELLANEOUS_PATH,
    summary:
      'Stores the estimate of a valuation as a miscellaneous record, on sites with `tradeIn.miscellaneousRecord`. The record has the server’s data, not the request’s.',
    request: MiscellaneousRequestSchema,
    response: MiscellaneousStoredSchema,
    statuses: {
      201: 'Stored, now or before',
      400: '`bad_request`: the body doesn’t match',
      404: '`unknown_valuation`: no such valuation with an estimate, or the site stores none',
      503: '`not_stored`: nothing was stored',
    },
  },
  {
    method: 'POST',
    path: photosPath('{id}'),
    summary:
      'Adds photos of a shopper’s vehicle to a valuation, as `multipart/form-data` with `Accept: application/json`: one or more files of JPEG, PNG or WebP, at most 8 MB together. Without that header the response is a page. Refusals have the code `photos_refused`. Photos that follow one another within a minute reach the dealer as one update.',
    statuses: {
      204: 'All photos were added, or had been added before',
      404: 'There is no such valuation, or it takes no photos',
      408: 'The photos took more than 90 seconds to arrive',
      413: 'More than 8 MB',
      415: 'A photo is not a JPEG, PNG or WebP; the others were added',
      422: 'A photo can’t be read, there are none, or there are more than the dealer takes',
      429: 'Too many from this network; `Retry-After` gives the seconds to wait',
      503: 'Too many are being processed; `Retry-After` gives the seconds to wait',
    },
  },
  {
    method: 'GET',
    path: `${photoPath('{id}')}?until={seconds}&seal={seal}`,
    summary:
      'A photo of a shopper’s vehicle, by the link sent to the dealer with the lead. `until` is its expiry, in seconds since 1970, `seal` its signature: only the complete link opens the photo.',
    response: PhotoSchema,
    statuses: { 200: 'The photo', 404: '`unknown_photo`: there is no such photo, or its link has expired' },
  },
  {
    method: 'GET',
    path: calendarPath('{id}'),
    summary:
      'The booking of a lead as an iCalendar file, by the unguessable id of the lead; tentative until the dealer has confirmed it.',
    response: CalendarSchema,
    statuses: { 200: 'The file', 404: '`unknown_booking`: there is no such lead, or none with a day' },
  },
  PUSHED_FEED_ENDPOINT,
  WEB_VITALS_ENDPOINT,
  {
    method: 'GET',
    path: '/cars/{slug}.pdf',
    summary:
      'A vehicle on one or two A4 pages, with the content of its print page. Cached for as long as the page of the vehicle; never indexed.',
    response: PdfSchema,
    statuses: {
      200: 'The file',
      303: 'To the page of the vehicle, if it is sold or has another address',
      404: 'No such vehicle is listed, or the site has no PDFs',
      503: 'Too many pages are being made; `Retry-After` gives the seconds to wait',
    },
  },
];

/** Sent by server/http before an endpoint is reached. */
export const COMMON_STATUSES: Readonly<Record<number, string>> = {
  400: '`bad_path`: the address cannot be read',
  403: '`cross_site`: sent from another website',
  405: '`method_not_allowed`: neither GET, HEAD nor POST',
  413: '`body_too_large`: more than 64 KB; `too_many_fields`: more than 500 fields of a form',
  415: '`unsupported_media_type`: neither JSON nor a URL-encoded form',
  421: 'No site on this server has this host',
};
