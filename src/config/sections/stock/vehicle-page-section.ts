import * as v from 'valibot';
import {
  flag,
  LinkSchema,
  list,
  maybePicture,
  maybeWords,
  TextSchema,
  words,
  wordsOr,
} from '#src/config/sections/setting-types.ts';

/** CARD-02: buttons on result cards; sold cars also have Find Me Something Similar. */
export const CARD_BUTTONS = ['view_details', 'enquire', 'test_drive', 'finance', 'reserve'] as const;
/** CARD-04: cars without a heart, besides those that cannot be bought. */
const FAVOURITE_EXCEPTIONS = ['not_used', 'no_price', 'no_images'] as const;

export const CARD_CHIPS = [
  'condition',
  'transmission',
  'odometer',
  'fuel',
  'seats',
  'body',
  'berths',
  'length',
  'tare',
  'gvm',
  'engine',
] as const;

/** Texts and options of result cards and vehicle pages. */
export const CardSchema = v.strictObject({
  newArrivalDays: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(60),
      v.description('Days a car counts as newly arrived'),
    ),
    8,
  ),
  newArrivalText: v.optional(v.pipe(TextSchema, v.description('Tag of a newly arrived car')), 'New'),
  newArrivalTextUsed: v.optional(
    v.pipe(
      TextSchema,
      v.description(
        'CARD-03: tag of a newly arrived used or demo car, e.g. "Just in"; by default newArrivalText',
      ),
    ),
  ),
  electricTag: v.optional(v.pipe(v.boolean(), v.description('Whether electric cars carry a tag')), false),
  financeWording: v.optional(
    v.pipe(
      v.picklist([
        'Get Finance',
        'Get Pre-Approval',
        'Apply for Pre-Approval',
        'Finance / Repayment Estimate',
      ]),
      v.description('Text of the finance link'),
    ),
    'Get Finance',
  ),
  buttons: v.optional(
    v.pipe(
      v.array(v.picklist(CARD_BUTTONS)),
      v.minLength(1),
      v.maxLength(3),
      v.description('Buttons of a result card, in order'),
    ),
    ['view_details', 'enquire'],
  ),
  certifiedLogoMake: v.optional(
    v.pipe(
      TextSchema,
      v.description('CARD-08: the make whose used, certified cars carry the certified pre-owned tag'),
    ),
  ),
  certifiedLogo: maybePicture(
    'CARD-08: logo in place of the words "Certified Pre-Owned"; its "alt" says them',
  ),
  certifiedBadgeMake: v.optional(
    v.pipe(
      TextSchema,
      v.description('CARD-07: the make whose used cars carry the certified badge, e.g. "Mercedes Benz"'),
    ),
  ),
  greenTags: v.optional(
    v.pipe(
      v.array(TextSchema),
      v.description('Custom tags to show in green, e.g. "runout sale"; all others are red'),
    ),
    [],
  ),
  views: flag(
    false,
    'CARD-01: say on a card how often the page of the vehicle was viewed, from the second time on',
  ),
  favourites: v.optional(v.pipe(v.boolean(), v.description('Hearts on cards')), true),
  compare: flag(false, 'FAV-01: shoppers can compare up to four vehicles; needs card.favourites'),
  favouritesHiddenFor: v.optional(
    v.pipe(v.array(v.picklist(FAVOURITE_EXCEPTIONS)), v.description('CARD-04: cars without a heart')),
    [],
  ),
  chips: v.optional(
    v.pipe(
      v.array(v.picklist(CARD_CHIPS)),
      v.description(
        'CARD-01: facts on the cards of the dealer’s main vertical, in order; without it, and for other vehicles, those of their kind. Caravans have berths, length and tare, trucks gvm, motorcycles engine',
      ),
    ),
  ),
});

/** VDP-34: criteria for similar vehicles. */
export const SIMILAR_BY = ['type_body', 'make_model'] as const;

const ReasonsSchema = v.strictObject({
  title: maybeWords('VDP-25: heading; "Why {name}?" or "Why Buy From Us?" where absent'),
  points: v.pipe(v.array(TextSchema), v.minLength(1), v.description('VDP-25: reasons, one entry per point')),
});

const CAR_TYPES = ['new', 'demo', 'used'] as const;

const ComesWithSchema = v.strictObject({
  statutoryWarranty: flag(
    true,
    'VDP-262: the warranty that the law of the location’s state gives to a used passenger car of this age, distance and price',
  ),
  coolingOff: flag(true, 'VDP-263: the cooling-off period by the law of the location’s state'),
  items: list(
    v.strictObject({
      title: words('VDP-261: e.g. "Roadworthy certificate", "PPSR certificate", "7-day exchange"'),
      text: words('VDP-261: what the buyer gets, in a sentence'),
      link: v.optional(
        v.pipe(
          v.strictObject({
            label: words('VDP-261: link text'),
            href: v.pipe(LinkSchema, v.description('VDP-261: where it leads')),
          }),
          v.description('VDP-261: more about it'),
        ),
      ),
      carTypes: list(v.picklist(CAR_TYPES), 'VDP-261: for which vehicles; all if empty'),
    }),
    'VDP-261: what the dealer adds, in this order',
  ),
});

export const VehiclePageSchema = v.strictObject({
  noPriceText: v.optional(
    v.pipe(TextSchema, v.description('Shown for a car without a price')),
    'Price on request',
  ),
  soldPageDays: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(365),
      v.description(
        'Days the page of a sold car stays up with its SOLD notice; at least include_sold_cars_days',
      ),
    ),
    14,
  ),
  showUnregistered: v.optional(
    v.pipe(
      v.boolean(),
      v.description('VDP-18: show "Unregistered" for a vehicle whose registration has expired'),
    ),
    false,
  ),
  showMapSection: v.optional(
    v.pipe(v.boolean(), v.description('VDP-23: the vehicle’s location, with hours and directions')),
    true,
  ),
  bodyCrumb: flag(false, 'NAV-11: the body type among the breadcrumbs of a vehicle, after its model'),
  share: flag(true, 'VDP-19: links to share the car'),
  shareTwitter: flag(true, 'VDP-19: Twitter among them'),
  weeklyRepayment: flag(true, 'VDP-30: the weekly repayment beside the price'),
  announcementBar: flag(
    true,
    'LOC-10: show "Located at {city}" for a car that is not in the main location’s city',
  ),
  moreFromDealer: flag(true, 'VDP-23: link to the stock of its dealership'),
  detailView: v.optional(
    v.pipe(
      v.picklist(['spinner', 'gallery']),
      v.description('VDP-03: what a vehicle with a spin shows first: the spin, or its photos'),
    ),
    'spinner',
  ),
  spinAutoRotate: flag(false, 'VDP-04: a spin turns once automatically when it is visible'),
  spinViewer: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^https:\/\/[^\s"'<>{}]+\/[^\s"'<>]*\{code\}[^\s"'<>]*$/, 'an "https://" address with {code}'),
      v.description(
        'VDP-05: address of another company’s spin viewer, with {code} for the vehicle’s code; it opens on a click',
      ),
    ),
  ),
  video: flag(true, 'VDP-02: the video of a vehicle, as the second picture'),
  fuelCalculator: flag(true, 'VDP-12: what fuel costs a week, a month and a year'),
  financeCalculator: flag(true, 'FIN-06: a calculator of repayments, where the vehicle has one'),
  deliveryCalculator: flag(true, 'VDP-13: what delivery to a postcode costs'),
  similar: flag(true, 'VDP-14: similar vehicles, which a sold one shows first'),
  similarBy: v.optional(
    v.pipe(
      v.picklist(SIMILAR_BY),
      v.description(
        'VDP-34: vehicles are similar by car type and body, the same model first, or by make and model alone',
      ),
    ),
    'type_body',
  ),
  recentlyViewed: flag(true, 'VDP-22: what the shopper viewed before, in a row at the end of the page'),
  views: flag(false, 'VDP-21: say how often the page of a vehicle was viewed, from the second time on'),
  listedDays: flag(false, 'VDP-21: say how many days ago a vehicle was listed'),
  priceDrop: flag(
    false,
    'VDP-09: say how much less a vehicle costs than before its price last fell, e.g. "$2,000 less than on 3 November"',
  ),
  priceHistory: flag(
    false,
    'VDP-260: a chart and list of the prices a vehicle was advertised for, rises too, with the days it is listed',
  ),
  marketPrice: flag(
    true,
    'VDP-11, CARD-250: say how far a price is below the average market price that the feed has for the vehicle, from $500 on, on its page and its cards, where a price near the average is called fair',
  ),
  pdf: flag(false, 'VDP-30: its cars can be downloaded as a PDF to print, /cars/<slug>.pdf'),
  historyReport: flag(true, 'VDP-24: link to the history report of a car that has one'),
  inspection: flag(true, 'VDP-264: the inspection report of a vehicle that has one, with its flaws'),
  testDriveComingSoon: flag(true, 'VDP-27: test drives of cars that haven’t arrived yet'),
  financeInDialog: flag(
    false,
    'FIN-13: the finance link of a vehicle opens the finance form in a dialog; without scripts it leads to the finance page',
  ),
  financeBanner: v.optional(
    v.pipe(
      v.strictObject({
        text: wordsOr('Finance Available', 'VDP-25: text of the banner'),
        picture: maybePicture('VDP-25: picture shown instead of the words'),
      }),
      v.description('VDP-25: banner that leads to the finance page'),
    ),
  ),
  mobileWarranty: v.optional(
    v.pipe(
      v.strictObject({
        new: maybeWords('CONT-06: of a new vehicle, e.g. "5 year unlimited km warranty"'),
        demo: maybeWords('CONT-06: of a demonstrator'),
        used: maybeWords('CONT-06: of a used vehicle, e.g. "3 year standard warranty"'),
      }),
      v.description(
        'CONT-06: words about the warranty, below the price on a phone; none for what is left out',
      ),
    ),
  ),
  comesWith: v.optional(
    v.pipe(
      ComesWithSchema,
      v.description(
        'VDP-261: list "What comes with this car": warranties, history, cooling-off and what you add. {} shows what is known without more',
      ),
    ),
  ),
  whyDealer: v.optional(v.pipe(ReasonsSchema, v.description('VDP-25: block "Why {name}?"'))),
  whyBuy: v.optional(v.pipe(ReasonsSchema, v.description('VDP-25: block "Why Buy From Us?"'))),
  disclaimer: v.optional(
    v.pipe(TextSchema, v.description('Small print below each vehicle')),
    'Every care is taken to describe this vehicle correctly. Please confirm details and availability with the dealer.',
  ),
});

export type CardConfig = v.InferOutput<typeof CardSchema>;
export type VehiclePageConfig = v.InferOutput<typeof VehiclePageSchema>;
