import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Dealership } from '#src/config/sections/business/locations-section.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { inWordsOf, itemNoun } from '#src/config/sections/stock/stock-terms.ts';
import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import {
  type FormCarFacts,
  type FormSite,
  formAccess,
  isOffered,
} from '#src/features/leads/forms/form-access.ts';
import { isTestDriveOnly } from '#src/features/vehicle/actions/card-tag.ts';
import {
  financeQuery,
  isReservable,
  reserveLabel,
  testDriveWords,
} from '#src/features/vehicle/actions/vehicle-actions.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { href, withQuery } from '#src/platform/routing/href.ts';
import { checkoutPath, financeHref, formPath, pdfPath, printPath } from '#src/platform/routing/page-paths.ts';
import { ownFile, webAddress } from '#src/platform/text/untrusted-values.ts';

/**
 * `eventId` is reported to analytics when it is followed (ANL-05). `form` is the address of a form that opens in a
 * dialog in place of `href`.
 */
export type VehicleAction = {
  label: string;
  href: string;
  form?: string | undefined;
  newTab?: boolean;
  eventId?: number;
};

type OfferedPrice = Pick<PriceDisplay, 'kind' | 'cents'>;

type Site = Pick<
  PublicConfig,
  'copy' | 'card' | 'links' | 'pages' | 'vehiclePage' | 'autobot' | 'podium' | 'chat' | 'plugins'
> &
  FormSite;

/** VDP-26: Instant Message replaces the form if no other messaging does and the car can be reserved. */
function instantMessage(vehicle: FormCarFacts & { id: string }, { autobot, podium, copy }: Site) {
  return autobot && !podium.enabled && isReservable(vehicle)
    ? { label: copy.instantMessage, href: formPath('enquire-now', vehicle.id), script: autobot.script }
    : undefined;
}

/** The address of a document named by a feed. */
const documentHref = (named: string | undefined) => ownFile(named, ['pdf']) ?? webAddress(named)?.href;

/** VDP-24: the history report of a car, if its feed names one. */
function historyReport({ file }: StockedVehicle, { vehiclePage }: Site): VehicleAction | undefined {
  const href = vehiclePage.historyReport ? documentHref(file) : undefined;
  return href === undefined
    ? undefined
    : { label: 'History report', href, newTab: true, eventId: ANALYTICS_EVENTS.historyReport };
}

/** CFG-14, VDP-24: the analysis of a car, by plugin. */
function carAnalysis(
  { car_analysis_url, item_type }: StockedVehicle,
  { plugins }: Site,
): VehicleAction | undefined {
  const href = plugins.includes('car_analysis') ? documentHref(car_analysis_url) : undefined;
  return href === undefined
    ? undefined
    : { label: `Download ${itemNoun(item_type).one} analysis`, href, newTab: true };
}

/** FIN-13: to the finance page, or to the form in a dialog; the form has its own page where the site has no other. */
function financeAction(
  vehicle: StockedVehicle,
  dealership: string,
  site: Site,
  cents: number | null,
): VehicleAction | undefined {
  const about = financeQuery({ ...vehicle, dealership, cents });
  const isOpen = site.vehiclePage.financeInDialog && formAccess('finance', site).kind === 'open';
  const form = isOpen ? withQuery(formPath('finance'), about) : undefined;
  const page = financeHref(site);
  const href = page === null ? form : withQuery(page, about);
  return href === undefined ? undefined : { label: site.card.financeWording, href, form };
}

/**
 * All actions on a car that its dealership's switches allow (CFG-08, VDP-27, VDP-30).
 * @param price as shown
 */
export function vehicleOffers(
  vehicle: StockedVehicle,
  { slug, switches }: Pick<Dealership, 'slug' | 'switches'>,
  site: Site,
  price: OfferedPrice,
) {
  const { copy, card, chat } = site;
  const car = { ...vehicle, shownPrice: price };
  const offers = (form: FormName) => isOffered(formAccess(form, site, { car, dealership: { switches } }));
  const reserve: VehicleAction | undefined = offers('reserve')
    ? { label: reserveLabel(copy.reserve, card), href: checkoutPath(site, vehicle) }
    : undefined;
  const cents = price.kind === 'price' ? price.cents : null;
  // CFG-16: a subscription is not bought on a loan.
  const isWeekly = price.kind === 'subscription';
  const finance = isWeekly ? undefined : financeAction(vehicle, slug, site, cents);
  const tradeIn: VehicleAction | undefined = offers('trade-in')
    ? { label: copy.tradeIn, href: href('/cars/trade-in', { car_id: vehicle.id }) }
    : undefined;
  const testDrive: VehicleAction | undefined = offers('test-drive')
    ? { label: testDriveWords(copy, vehicle.item_type), href: formPath('test-drive', vehicle.id) }
    : undefined;
  const print: VehicleAction | undefined = switches.printing
    ? { label: 'Print this page', href: printPath(vehicle), newTab: true, eventId: ANALYTICS_EVENTS.print }
    : undefined;
  const pdf: VehicleAction | undefined = site.vehiclePage.pdf
    ? { label: 'Download PDF', href: pdfPath(vehicle) }
    : undefined;
  const history = historyReport(vehicle, site);
  const driven = isTestDriveOnly({ tag: vehicle.tag ?? null }) ? testDrive : undefined;
  return {
    /** CARD-05: for a test-drive-only car, the test drive replaces the enquiry, as on its card. */
    main: driven ??
      instantMessage(car, site) ?? {
        label: isWeekly ? copy.subscribe : copy.enquire,
        href: formPath('enquire-now', vehicle.id),
      },
    similar: { label: copy.similar, href: formPath('find-similar', vehicle.id) },
    /** The link to request photos of a car without any; null if not offered. */
    requestPhotos: offers('request-photos') ? formPath('request-photos', vehicle.id) : null,
    reserve,
    /** VDP-15: the same in the bar, which has no space for the amount. */
    reserveInBar: reserve && { ...reserve, label: inWordsOf(vehicle.item_type, copy.reserveInBar) },
    finance,
    tradeIn,
    /** Buttons beside the main one, the most wanted first. */
    actions: [driven ? undefined : testDrive, finance, tradeIn].filter((action) => action !== undefined),
    /** Links below them. */
    papers: [history, carAnalysis(vehicle, site), print].filter((action) => action !== undefined),
    /** Also shown beside the facts of this car. */
    history,
    /** Beside the links. */
    pdf,
    chat: switches.liveChat ? chat : undefined,
  };
}

export type VehicleOffers = ReturnType<typeof vehicleOffers>;
