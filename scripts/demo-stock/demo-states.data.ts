import { isTestDriveOnly } from '#src/features/vehicle/actions/card-tag.ts';
import { listedSince } from '#src/features/vehicle/price/listing-history.ts';
import { centsBelowMarket, MIN_MARKET_GAP_CENTS } from '#src/features/vehicle/price/market-price.ts';
import { currentPrice, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import type { ItemType, StockedVehicle, Vehicle } from '#src/features/vehicle/vehicle.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { DemoState } from './demo-state.ts';
import { LENDER_STATES } from './lender-states.data.ts';

const NEW_ARRIVAL_DAYS = 8;
const SPIN = /<div class="views-view"[^>]* data-view="spin"/;

const isDriven = ({ tag }: Vehicle) => isTestDriveOnly({ tag: tag ?? null });
const isFree = (vehicle: Vehicle) => vehicle.status === 'in_stock' && !vehicle.reserved && !isDriven(vehicle);
const isPaid = (vehicle: Vehicle) => isFree(vehicle) && vehicle.payment_processors.length > 0;
const centsOf = (vehicle: Vehicle) => currentPrice(pricingOf(vehicle, {}));
const isPriced = (vehicle: Vehicle) => isFree(vehicle) && centsOf(vehicle) !== null;
const isUsed = ({ car_type }: Vehicle) => car_type === 'used';
const hasOwnTag = ({ tag }: Vehicle, text: string) => tag?.toLowerCase() === text;
const ageDays = (vehicle: StockedVehicle, now: Date) => (now.getTime() - listedSince(vehicle)) / DAY_MS;
const hasNoPhoto = (vehicle: Vehicle) => isFree(vehicle) && vehicle.images.length === 0;

/** A vehicle of a kind with what is stated of that kind. */
const isMeasured = (vehicle: Vehicle, kind: ItemType, ...measures: readonly (keyof Vehicle)[]) =>
  vehicle.item_type === kind && measures.every((name) => vehicle[name] !== undefined);

/** How far the price is below an average, in cents; undefined where there is no such average or no price. */
function gap(vehicle: Vehicle, name: 'average_market_price' | 'state_average_market_price') {
  const [average, cents] = [vehicle.autograb_data?.[name], centsOf(vehicle)];
  return average === undefined || cents === null || !isFree(vehicle) ? undefined : average - cents;
}
const isBelow = (cents: number | undefined) => cents !== undefined && cents >= MIN_MARKET_GAP_CENTS;
const isNotBelow = (cents: number | undefined) => cents !== undefined && cents < MIN_MARKET_GAP_CENTS;
const BELOW_MARKET = /\$[\d,]+ below the average market price/;

const isFair = (vehicle: Vehicle) => centsBelowMarket(centsOf(vehicle), vehicle.autograb_data) === 0;

const priceText = (text: string) => new RegExp(`data-fact="price_text"[^>]*>${text}`);

export const PDF_FAILS = 'PDF that cannot be made';

/** Every state there is to look at: those of the price first, then what can be done, what is said, what is seen. */
export const DEMO_STATES: readonly DemoState[] = [
  {
    name: 'Reduced: the price before is struck through',
    dealer: 'riverbend',
    isOne: (vehicle) => isPriced(vehicle) && (vehicle.before_price ?? 0) > (vehicle.price ?? 0),
    marks: [/data-fact="was_text"[^>]*>\$/],
  },
  {
    name: 'On offer: the offer takes the place of the price',
    dealer: 'riverbend',
    isOne: (vehicle) => isPriced(vehicle) && vehicle.offer_price !== undefined,
    marks: [priceText('\\$'), /Drive away/],
  },
  {
    name: 'Without government charges: the price on the road is estimated',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) => isPriced(vehicle) && vehicle.price_type === undefined,
    marks: [/Excl\. government charges/, /Est\. drive away in NSW/, /Stamp duty in NSW/],
  },
  {
    name: 'Price on request',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && vehicle.price === undefined && !vehicle.preorder,
    marks: [priceText('Price on request')],
  },
  {
    name: 'Preorder, without a price',
    dealer: 'riverbend',
    isOne: ({ preorder, price, tag }) => preorder && price === undefined && tag === undefined,
    marks: [priceText('PREORDER'), /COMING SOON/],
  },
  {
    name: 'By the week: subscription',
    dealer: 'brightkey',
    isOne: (vehicle) => isFree(vehicle) && vehicle.subscription_price !== undefined,
    marks: [priceText('\\$\\d+ \\/ week'), /Subscription/],
  },
  {
    name: 'Well below the market',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) =>
      isBelow(gap(vehicle, 'state_average_market_price')) && isBelow(gap(vehicle, 'average_market_price')),
    marks: [BELOW_MARKET],
  },
  {
    name: 'Well below the market of the state alone',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) =>
      isBelow(gap(vehicle, 'state_average_market_price')) && isNotBelow(gap(vehicle, 'average_market_price')),
    marks: [BELOW_MARKET],
  },
  {
    name: 'Well below the market of the country alone: the state decides, nothing is said',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) =>
      isNotBelow(gap(vehicle, 'state_average_market_price')) && isBelow(gap(vehicle, 'average_market_price')),
    marks: [priceText('\\$')],
    lacks: [BELOW_MARKET],
  },
  {
    name: 'Fair price: at the market',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && isFair(vehicle),
    marks: [/Fair price/, /How we compare/],
    lacks: [BELOW_MARKET],
  },
  {
    name: 'Price gauge (Autogauge)',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) => isPriced(vehicle) && isUsed(vehicle) && !isFair(vehicle),
    marks: [/class="gauge"/],
  },
  {
    name: 'Fair price: no price gauge says another thing',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) => isPriced(vehicle) && isUsed(vehicle) && isFair(vehicle),
    marks: [/Fair price/],
    lacks: [/class="gauge"/],
  },
  {
    name: 'Price has dropped, days listed, views',
    dealer: 'kookaburra-cars',
    isOne: ({ advertised, ...vehicle }) =>
      isFree(vehicle) &&
      vehicle.before_price === undefined &&
      (advertised?.before?.cents ?? 0) > (advertised?.cents ?? Number.NaN),
    marks: [/\$1,500 less than on \d+ \w+/, /Listed \d+ days ago/, /data-fact="views"/],
  },
  {
    name: 'Price history: a chart, the days listed, two changes',
    dealer: 'kookaburra-cars',
    isOne: ({ advertised, ...vehicle }) =>
      isFree(vehicle) &&
      vehicle.before_price === undefined &&
      advertised?.cents === centsOf(vehicle) &&
      (advertised?.earlier?.length ?? 0) > 0,
    marks: [/class="price-history-chart"/, /2 price changes/, /\$1,500 less/, /\$800 less/],
  },
  {
    name: 'Repayment quoted by a broker',
    dealer: 'ridgeline-isuzu',
    isOne: (vehicle) => isPriced(vehicle) && vehicle.youxQuote !== undefined,
    marks: [/\$\d+ \/ week/, /(?:6\.79|7\.29|8\.09|8\.49)% p\.a\./, /\d% p\.a\. comparison rate/],
  },
  ...LENDER_STATES,
  {
    name: 'Finance opens in a dialog',
    dealer: 'riverbend',
    isOne: isPriced,
    marks: [/href="\/finance-enquiry\?[^"]+" data-form="\/enquire\/finance\?/],
  },
  {
    name: 'Finance opens in a dialog, and elsewhere without scripts',
    dealer: 'longpaddock-caravans',
    isOne: isPriced,
    marks: [/href="https:\/\/finance\.example\/[^"]+" data-form="\/enquire\/finance\?/],
  },
  {
    name: 'Reserve, with the default label and amount',
    dealer: 'riverbend',
    isOne: isPaid,
    marks: [
      ...[/>\s*Reserve Now \$200\s*</, />\s*Reserve \w+ Now\s*</, />Enquire Now</],
      /Refundable until you sign the contract\. Held for 3 days\./,
    ],
  },
  {
    name: 'Reserve without an amount, Instant Message in the place of Enquire Now',
    dealer: 'limestone-motorcycles',
    isOne: isPaid,
    marks: [
      /No deposit\. Held for 2 days\./,
      />\s*Reserve Now\s*</,
      />\s*Reserve \w+ Now\s*</,
      /data-load-script[^>]*><span>Instant Message</,
    ],
    lacks: [/>Enquire Now</],
  },
  {
    name: 'Reserve, which asks to sign in first',
    dealer: 'aldermoor',
    isOne: isPaid,
    marks: [
      ...[/>\s*Reserve Now \$1,000\s*</, />\s*Reserve \w+ Now\s*</, />Enquire Now</],
      /Not refundable if you change your mind\./,
    ],
  },
  {
    name: 'Reserved by another shopper',
    dealer: 'riverbend',
    isOne: ({ status, reserved }) => status === 'in_stock' && reserved,
    marks: [/data-reserved[^>]*>Reserved</],
    lacks: [/Reserve Now/, /Reserve \w+ Now/],
  },
  {
    name: 'Test Drive Only',
    dealer: 'riverbend',
    isOne: (vehicle) => vehicle.status === 'in_stock' && !vehicle.reserved && isDriven(vehicle),
    marks: [/>Test Drive Only</, /<a class="button"[^>]*>Book a Test Drive</],
    lacks: [/>Enquire Now</],
  },
  {
    name: 'Coming soon',
    dealer: 'riverbend',
    isOne: ({ status, preorder }) => status === 'coming_soon' && !preorder,
    marks: [/>COMING SOON</, /Enquire Now/],
  },
  {
    name: 'Coming soon, where nobody may drive it yet',
    dealer: 'kookaburra-cars',
    isOne: ({ status }) => status === 'coming_soon',
    marks: [/>COMING SOON</],
    lacks: [/Book a Test Drive/],
  },
  {
    name: 'Sold: what is similar in the place of everything else',
    dealer: 'riverbend',
    isOne: ({ status }) => status === 'sold',
    marks: [/>SOLD</, /Find Me Something Similar/],
    lacks: [/Enquire Now/, /Reserve Now/],
  },
  {
    name: PDF_FAILS,
    dealer: 'limestone-motorcycles',
    isOne: (vehicle) => vehicle.dealer === 'limestone-motorcycles' && isFree(vehicle) && !isPriced(vehicle),
    marks: [/<a [^>]*data-download[^>]*>/],
  },
  {
    name: 'Runout sale, green on its card',
    dealer: 'ridgeline-isuzu',
    isOne: (vehicle) => isFree(vehicle) && hasOwnTag(vehicle, 'runout sale'),
    marks: [/>Runout Sale</],
  },
  {
    name: 'Certified: used and certified, of the brand',
    dealer: 'aldermoor',
    isOne: (vehicle) => isFree(vehicle) && isUsed(vehicle) && vehicle.certified && vehicle.make === 'Porsche',
    marks: [/>Certified Pre-Owned</],
  },
  {
    name: 'Certified badge: a used Mercedes-Benz',
    dealer: 'aldermoor',
    isOne: (vehicle) => isFree(vehicle) && isUsed(vehicle) && /^Mercedes.Benz$/.test(vehicle.make),
    marks: [/>Certified</],
  },
  {
    name: 'Electric: no fuel calculator',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && vehicle.simple_fuel === 'Electric',
    marks: [/>Electric</],
    lacks: [/Fuel cost/],
  },
  {
    name: 'History report',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) => isFree(vehicle) && vehicle.file !== undefined,
    marks: [/href="\/documents\/history-report\.pdf"[^>]*>\s*History report/],
  },
  {
    name: 'Car analysis to download',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) => isFree(vehicle) && vehicle.car_analysis_url !== undefined,
    marks: [/href="\/documents\/car-analysis\.pdf"[^>]*>\s*Download car analysis/],
  },
  {
    name: 'Caravan: berths, length and tare',
    dealer: 'longpaddock-caravans',
    isOne: (vehicle) => isPriced(vehicle) && isMeasured(vehicle, 'caravan', 'sleeps', 'tare_weight'),
    marks: [/<dt>Berths</, /<dt>Tare</, /"@type":"Vehicle"/],
    lacks: [/<dt>Odometer</, /Fuel cost/],
  },
  {
    name: 'Truck: its gross vehicle mass',
    dealer: 'ironbark-trucks',
    isOne: (vehicle) => isPriced(vehicle) && isMeasured(vehicle, 'truck', 'grossvehiclemass'),
    marks: [/<dt>GVM</, /"@type":"Vehicle"/],
  },
  {
    name: 'Motorcycle: its engine',
    dealer: 'limestone-motorcycles',
    isOne: (vehicle) => isPriced(vehicle) && isMeasured(vehicle, 'motorcycle', 'enginesize'),
    marks: [/[\d,]+ cc/, /"@type":"Motorcycle"/],
  },
  {
    name: 'Series, engine size and warranty',
    dealer: 'riverbend',
    isOne: (vehicle) =>
      isFree(vehicle) && Boolean(vehicle.series && vehicle.enginesize_litres && vehicle.warranty),
    marks: [/<dt>Series</, /<dt>Engine<\/dt>\s*<dd>[\d.]+ L/, /<dt>Warranty</],
  },
  {
    name: 'Registration has expired',
    dealer: 'riverbend',
    isOne: (vehicle, now) =>
      isFree(vehicle) && (vehicle.rego_expiry ?? '9') < new Date(now.getTime() - DAY_MS).toISOString(),
    marks: [/>Unregistered</],
  },
  {
    name: 'Dealer comments are pending',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && vehicle.dealercomments === undefined,
    marks: [/Dealer comments are pending/],
  },
  {
    name: 'In another city than the main location',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && vehicle.location_slug === 'north-lakes',
    marks: [/aria-label="Located at [^"]+"/, /Get Directions/],
  },
  {
    name: 'No photo of what has just arrived',
    dealer: 'riverbend',
    isOne: (vehicle, now) => hasNoPhoto(vehicle) && ageDays(vehicle, now) < NEW_ARRIVAL_DAYS,
    marks: [/Just arrived\. Photos are on their way\./, /Request Photos/],
  },
  {
    name: 'No photo of what has been there for a while',
    dealer: 'riverbend',
    isOne: (vehicle, now) => hasNoPhoto(vehicle) && ageDays(vehicle, now) > NEW_ARRIVAL_DAYS + 1,
    marks: [/No photos of this \w+ yet\./, /Request Photos/],
  },
  {
    name: 'One photo',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && vehicle.images.length === 1,
    marks: [/photo 1 of 1"/],
    lacks: [/class="gallery-thumbs/],
  },
  {
    name: 'Sixty photos',
    dealer: 'aldermoor',
    isOne: (vehicle) => isFree(vehicle) && vehicle.images.length === 60,
    marks: [/photo 60 of 60"/, /class="gallery-thumbs/],
  },
  {
    name: 'Photos with captions',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && vehicle.images.some(({ alt }) => alt !== undefined),
    marks: [/&quot;caption&quot;:\[0,&quot;/],
  },
  {
    name: 'Inspection report with flaws marked on photos',
    dealer: 'kookaburra-cars',
    isOne: (vehicle) => isFree(vehicle) && vehicle.images.filter(({ marks }) => marks).length > 1,
    marks: [/id="inspection"/, /class="flaw-mark"/, /points passed/],
  },
  {
    name: 'What comes with this car: warranties, inspection, cooling-off',
    dealer: 'riverbend',
    isOne: (vehicle) =>
      isFree(vehicle) && isUsed(vehicle) && vehicle.inspection !== undefined && vehicle.simple_body === 'suv',
    marks: [/What comes with this car/, /Cooling-off period/, /href="#inspection"/],
  },
  {
    name: 'Spin',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && Boolean(vehicle.spin_images && !vehicle.spin_interior_image),
    marks: [SPIN, /Swipe to spin/],
    lacks: [/data-view="interior"/],
  },
  {
    name: 'Spin with the inside and hotspots',
    dealer: 'riverbend',
    isOne: (vehicle) => Boolean(vehicle.spin_images && vehicle.spin_interior_image && vehicle.hotspots),
    marks: [SPIN, /class="interior-panorama"/, /LED headlights/],
  },
  {
    name: 'Panorama without a spin',
    dealer: 'longpaddock-caravans',
    isOne: (vehicle) => !vehicle.spin_images && vehicle.spin_interior_image !== undefined,
    marks: [/class="interior-panorama"/],
    lacks: [SPIN],
  },
  {
    name: 'Spin in a viewer of others',
    dealer: 'ironbark-trucks',
    isOne: (vehicle) => isFree(vehicle) && vehicle.spin_code !== undefined,
    marks: [SPIN, /class="interior-stage interior-frame" href="https:\/\/spin\.example\//],
  },
  {
    name: 'Inside on a page of others',
    dealer: 'ironbark-trucks',
    isOne: (vehicle) => isFree(vehicle) && vehicle.interior_url !== undefined,
    marks: [
      /data-view="interior"/,
      /class="interior-stage interior-frame" href="https:\/\/inside\.example\//,
    ],
    lacks: [SPIN],
  },
  {
    name: 'Video: a file of the site',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && vehicle.video_url?.startsWith('/') === true,
    marks: [/class="gallery-video"/, /Watch the video/],
  },
  {
    name: 'Video on YouTube (there is no such film there)',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && vehicle.external_video_url?.includes('youtube') === true,
    marks: [/class="gallery-video"/, /&quot;https:\/\/www\.youtube-nocookie\.com\/embed\//],
  },
  {
    name: 'Video on Vimeo (there is no such film there)',
    dealer: 'riverbend',
    isOne: (vehicle) => isFree(vehicle) && vehicle.external_video_url?.includes('vimeo') === true,
    marks: [/class="gallery-video"/, /&quot;https:\/\/player\.vimeo\.com\/video\//],
  },
];
