import * as v from 'valibot';
import { AccountSchema } from './sections/business/account-section.ts';
import { identityEntries } from './sections/business/identity-section.ts';
import {
  DealershipSchema,
  LocationSchema,
  OurLocationsSchema,
} from './sections/business/locations-section.ts';
import { ReviewsSchema } from './sections/business/reviews-section.ts';
import { ContentSchema, SalesCounterSchema } from './sections/content/content-section.ts';
import { CopySchema } from './sections/content/copy-section.ts';
import { InfoPagesSchema } from './sections/content/info-pages-section.ts';
import { showroomEntries } from './sections/content/showroom-section.ts';
import { FinanceSchema } from './sections/finance/finance-section.ts';
import { OnRoadSchema } from './sections/finance/on-road-section.ts';
import { PaymentsSchema } from './sections/finance/payments-section.ts';
import { ReserveSchema } from './sections/finance/reserve-section.ts';
import { DealsSchema } from './sections/leads/deals-section.ts';
import { LeadsSchema } from './sections/leads/leads-section.ts';
import { TestDriveSchema } from './sections/leads/test-drive-section.ts';
import { TradeInSchema } from './sections/leads/trade-in-section.ts';
import { list, SlugSchema } from './sections/setting-types.ts';
import { ImagesSchema, type PictureWidths } from './sections/site/images-section.ts';
import { LinksSchema } from './sections/site/links-section.ts';
import { NavigationSchema } from './sections/site/navigation-section.ts';
import { PreviewSchema } from './sections/site/preview-section.ts';
import { BrandColoursSchema, TEMPLATE_NAMES, ThemeSchema } from './sections/site/theme-section.ts';
import { ServiceBookingSchema, thirdPartyEntries } from './sections/site/third-party-section.ts';
import { OutboundFeedsSchema } from './sections/stock/outbound-feeds-section.ts';
import { SearchFiltersSchema } from './sections/stock/search-filters-section.ts';
import { SearchSchema } from './sections/stock/search-section.ts';
import { StockSchema } from './sections/stock/stock-section.ts';
import { CardSchema, VehiclePageSchema } from './sections/stock/vehicle-page-section.ts';

/** A dealer file after inheritance, with all defaults; unknown keys are rejected. */
export const DealerConfigSchema = v.strictObject({
  $schema: v.optional(
    v.pipe(v.string(), v.description('CFG-02: lets an editor check this file: "./dealer.schema.json"')),
  ),
  template: v.pipe(
    v.picklist(TEMPLATE_NAMES),
    v.description(
      'CFG-01: the template this dealer starts from; its own keys override the template’s, lists as a whole',
    ),
  ),
  group: v.optional(
    v.pipe(
      SlugSchema,
      v.description(
        'CFG-01: group file, dealers/_shared/<group>.json; its keys override the template’s, and the dealer’s override both',
      ),
    ),
  ),
  ...identityEntries,
  theme: v.pipe(ThemeSchema, v.description('CFG-15: colours, type and shape')),
  dealerships: v.pipe(
    v.array(DealershipSchema),
    v.minLength(1, 'at least one dealership'),
    v.description('CFG-06: licensed dealers behind this site'),
  ),
  locations: v.pipe(
    v.array(LocationSchema),
    v.minLength(1, 'at least one location'),
    v.description('LOC-13: showrooms, yards and workshops'),
  ),
  ourLocations: v.optional(v.pipe(OurLocationsSchema, v.description('LOC-09: locations in a row')), {}),
  navigation: v.pipe(NavigationSchema, v.description('CFG-09: menus')),
  stock: v.pipe(StockSchema, v.description('CFG-05: which vehicles are imported and which are shown')),
  outboundFeeds: v.optional(
    v.pipe(OutboundFeedsSchema, v.description('PLAT-06: lists of the stock for advertisers')),
    {},
  ),
  search_filters: v.optional(
    v.pipe(
      SearchFiltersSchema,
      v.description(
        'SRCH-30: added to every search of the site, which no request can widen, and to its pages of vehicles, sitemap and feeds: values of facets, any of a list, and ranges "min:max", { "make": ["Toyota"], "price": ":50000" }',
      ),
    ),
    {},
  ),
  search: v.pipe(SearchSchema, v.description('SRCH-04: the search page')),
  card: v.optional(v.pipe(CardSchema, v.description('CARD-01: result cards')), {}),
  vehiclePage: v.optional(v.pipe(VehiclePageSchema, v.description('VDP-07: vehicle pages')), {}),
  images: v.optional(v.pipe(ImagesSchema, v.description('CFG-22: where pictures of vehicles come from')), {}),
  finance: v.pipe(FinanceSchema, v.description("FIN-09: the site's own finance offer")),
  onRoad: v.optional(v.pipe(OnRoadSchema, v.description('FIN-210: estimates of the drive-away price')), {}),
  leads: v.pipe(LeadsSchema, v.description('FORM-02: forms, and where leads go')),
  testDrive: v.optional(v.pipe(TestDriveSchema, v.description('FORM-12: times of test drives')), {}),
  tradeIn: v.optional(v.pipe(TradeInSchema, v.description('FORM-10: valuation of shoppers’ vehicles')), {}),
  deals: v.optional(
    v.pipe(DealsSchema, v.description('VDP-230: deals that shoppers put together themselves')),
    {},
  ),
  links: v.optional(v.pipe(LinksSchema, v.description('CFG-12: addresses of pages')), {}),
  account: v.optional(v.pipe(AccountSchema, v.description('AUTH-04: sign-in and what needs it')), {}),
  payments: v.optional(v.pipe(PaymentsSchema, v.description('BUY-01: how shoppers pay on the site')), {}),
  reserve: v.optional(
    v.pipe(ReserveSchema, v.description('BUY-220: the terms on which a vehicle is reserved')),
    {},
  ),
  preview: v.optional(v.pipe(PreviewSchema, v.description('PLAT-04: previews on a file host')), {}),
  serviceBooking: list(ServiceBookingSchema, 'CFG-11: where a service is booked, by make'),
  ...showroomEntries,
  salesCounter: v.optional(v.pipe(SalesCounterSchema, v.description('CONT-05: sales of the day')), {}),
  reviews: v.optional(v.pipe(ReviewsSchema, v.description('CONT-02: reviews of the dealer')), {}),
  ...thirdPartyEntries,
  brandColours: v.optional(BrandColoursSchema, {}),
  copy: v.optional(v.pipe(CopySchema, v.description('CFG-02: wording')), {}),
  pages: v.pipe(InfoPagesSchema, v.description('NAV-05: information pages')),
  content: v.pipe(ContentSchema, v.description('NAV-04: texts of the information pages')),
});

/** A dealer's release, and the code release it was built with. */
type ReleaseName = { id: string; code: string };

/** Server-side configuration of a dealer. Use `toPublicConfig` before passing it to a browser. */
export type DealerConfig = v.InferOutput<typeof DealerConfigSchema> & {
  /** Added by the build; not in dealer files. */
  pictureWidths?: PictureWidths;
  /** Release these settings were read from, which also has its pages; not in dealer files. */
  release?: ReleaseName;
};
