import type { VehiclePageConfig } from '#src/config/sections/vehicle-page.ts';
import { type Clock, zonedDate } from '../clock.ts';
import { advertisedRepayment, type FinanceSite } from '../finance/advertised-repayment.ts';
import { financeDisclaimer } from '../finance/finance-disclaimer.ts';
import { type RepaymentDisplay, repaymentDisplay } from '../finance/repayment-display.ts';
import { dealerPhones, phoneMask } from '../location/dealer-phone.ts';
import { plainComments } from './comment-blocks.ts';
import { dealerComments, formatDate } from './display-text.ts';
import { type Fact, featureList, identityFacts, keyFacts, specifications } from './key-facts.ts';
import { maskedVehicle } from './masked-words.ts';
import { shownPictures } from './pictures.ts';
import { type PriceDisplay, priceDisplay, pricingOf } from './price-display.ts';
import { type StockedVehicle, type VehicleImage, vehicleName } from './vehicle.ts';
import { vehiclePath } from './vehicle-paths.ts';

/** What of a dealer's configuration a sheet depends on; a `DealerConfig` is one. */
type SheetSite = FinanceSite &
  Parameters<typeof dealerPhones>[0] & {
    name: string;
    subscription: boolean;
    vehiclePage: Pick<VehiclePageConfig, 'noPriceText' | 'showUnregistered' | 'disclaimer'>;
  };

/** VDP-20: what a vehicle says on paper, printed from its page or downloaded. No phone number is on it (decision 17). */
export type VehicleSheet = {
  dealerName: string;
  name: string;
  /** Its page, with the host. */
  address: string;
  todayText: string;
  picture: VehicleImage | undefined;
  /** Its text never comes without its type. */
  price: PriceDisplay;
  /** Its three texts come together, all of one size. */
  repayment: Extract<RepaymentDisplay, { kind: 'amount' }> | undefined;
  /** Headings with their facts, none of them empty. */
  tables: { heading: string; rows: Fact[] }[];
  features: string[];
  comments: string | undefined;
  /** How the repayment came about, one sentence; undefined without a repayment. */
  basis: string | undefined;
  /** Paragraphs of small print beside the basis; the first is about repayments, where there is one. */
  smallPrint: string[];
};

export function vehicleSheet(
  written: StockedVehicle,
  site: SheetSite,
  { clock, origin }: { clock: Clock; origin: string },
): VehicleSheet {
  const { vehiclePage, stock, subscription, finance } = site;
  const mask = phoneMask(dealerPhones(site));
  const vehicle = maskedVehicle(written, mask);
  const today = zonedDate(clock.now(), site.timeZone).date;
  const advertised = advertisedRepayment(vehicle, site, clock);
  const display = advertised ? repaymentDisplay(advertised) : undefined;
  const repayment = display?.kind === 'amount' ? display : undefined;
  const disclaimer = advertised && repayment ? financeDisclaimer(advertised, vehicle, finance) : undefined;
  const comments = dealerComments(vehicle.dealercomments && plainComments(vehicle.dealercomments, mask));
  return {
    dealerName: site.name,
    name: vehicleName(vehicle),
    address: `${origin}${vehiclePath(vehicle.slug)}`,
    todayText: formatDate(today),
    picture: shownPictures(vehicle)[0],
    price: priceDisplay(pricingOf(vehicle, stock.defaultPriceType), {
      noPriceText: vehiclePage.noPriceText,
      subscriptionSite: subscription,
    }),
    repayment,
    tables: [
      {
        heading: 'Key information',
        rows: [...keyFacts(vehicle), ...identityFacts(vehicle, today, vehiclePage.showUnregistered)],
      },
      { heading: 'Specifications', rows: specifications(vehicle) },
    ].filter(({ rows }) => rows.length > 0),
    features: featureList(vehicle),
    comments: comments.isPending ? undefined : comments.text,
    basis: disclaimer?.basis ?? undefined,
    smallPrint: [
      ...(disclaimer
        ? [[disclaimer.lenderWords, disclaimer.example, disclaimer.warning].filter(Boolean).join(' ')]
        : []),
      ...(vehiclePage.disclaimer ? [mask(vehiclePage.disclaimer)] : []),
    ],
  };
}
