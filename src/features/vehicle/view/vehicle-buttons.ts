import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Dealership } from '#src/config/sections/business/locations-section.ts';
import type { FormName } from '#src/config/sections/leads/lead-form-settings.ts';
import { fillKindTerms, itemNoun } from '#src/config/sections/stock/stock-terms.ts';
import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import { offersDeal } from '#src/features/deal/deal-offers.ts';
import {
  type FormCarFacts,
  type FormSite,
  formAccess,
  isOffered,
} from '#src/features/leads/forms/form-access.ts';
import { isReservable, reserveLabel } from '#src/features/reservations/reservable-vehicle.ts';
import { reserveTerms, reserveTermsLine } from '#src/features/reservations/reserve-terms.ts';
import { isTestDriveOnly } from '#src/features/vehicle/actions/card-tag.ts';
import { financeQuery, testDriveLabel } from '#src/features/vehicle/actions/vehicle-actions.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { href, withQuery } from '#src/platform/routing/href.ts';
import {
  checkoutPath,
  dealPath,
  financeHref,
  formPath,
  pdfPath,
  printPath,
} from '#src/platform/routing/page-paths.ts';
import { ownFile, webAddress } from '#src/platform/text/untrusted-values.ts';

/**
 * `eventId` is reported to analytics on click (ANL-05). `form` is the URL of a form to open in a dialog instead of
 * following `href`.
 */
export type VehicleAction = {
  label: string;
  href: string;
  form?: string | undefined;
  newTab?: boolean;
  eventId?: number;
};

/** The line of terms beside the button to reserve, which describes each of them. */
export const RESERVE_LINE_ID = 'reserve-terms';

type OfferedPrice = Pick<PriceDisplay, 'kind' | 'cents'>;

type Site = Pick<
  PublicConfig,
  'copy' | 'card' | 'reserve' | 'links' | 'pages' | 'vehiclePage' | 'autobot' | 'podium' | 'chat' | 'plugins'
> &
  FormSite;

/** VDP-26: replaces the enquiry form if the vehicle can be reserved and no other messaging service is enabled. */
function instantMessage(vehicle: FormCarFacts & { id: string }, { autobot, podium, copy }: Site) {
  return autobot && !podium.enabled && isReservable(vehicle)
    ? { label: copy.instantMessage, href: formPath('enquire-now', vehicle.id), script: autobot.script }
    : undefined;
}

/** URL of a document in the feed. */
const documentHref = (named: string | undefined) => ownFile(named, ['pdf']) ?? webAddress(named)?.href;

/** VDP-24. */
function historyReport({ file }: StockedVehicle, { vehiclePage }: Site): VehicleAction | undefined {
  const href = vehiclePage.historyReport ? documentHref(file) : undefined;
  return href === undefined
    ? undefined
    : { label: 'History report', href, newTab: true, eventId: ANALYTICS_EVENTS.historyReport };
}

/** CFG-14, VDP-24. */
function carAnalysis(
  { car_analysis_url, item_type }: StockedVehicle,
  { plugins }: Site,
): VehicleAction | undefined {
  const href = plugins.includes('car_analysis') ? documentHref(car_analysis_url) : undefined;
  return href === undefined
    ? undefined
    : { label: `Download ${itemNoun(item_type).one} analysis`, href, newTab: true };
}

/** FIN-13: a link to the finance page, or to the form if the site has none; the form may open in a dialog. */
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
 * CFG-08, VDP-27, VDP-30: the actions allowed by the dealership's switches.
 * @param price the displayed price
 */
export function vehicleOffers(
  vehicle: StockedVehicle,
  { slug, switches }: Pick<Dealership, 'slug' | 'switches'>,
  site: Site,
  price: OfferedPrice,
) {
  const { copy, chat } = site;
  const car = { ...vehicle, shownPrice: price };
  const offers = (form: FormName) => isOffered(formAccess(form, site, { car, dealership: { switches } }));
  const reserve: VehicleAction | undefined = offers('reserve')
    ? { label: reserveLabel(copy.reserve, site.reserve), href: checkoutPath(site, vehicle) }
    : undefined;
  const cents = price.kind === 'price' ? price.cents : null;
  // CFG-16: subscriptions are not financed.
  const isWeekly = price.kind === 'subscription';
  const finance = isWeekly ? undefined : financeAction(vehicle, slug, site, cents);
  const tradeIn: VehicleAction | undefined = offers('trade-in')
    ? { label: copy.tradeIn, href: href('/cars/trade-in', { car_id: vehicle.id }) }
    : undefined;
  const testDrive: VehicleAction | undefined = offers('test-drive')
    ? { label: testDriveLabel(copy, vehicle.item_type), href: formPath('test-drive', vehicle.id) }
    : undefined;
  const deal: VehicleAction | undefined =
    offers('deal') && offersDeal(site, vehicle, price)
      ? { label: 'Build your deal', href: dealPath(vehicle) }
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
    /** CARD-05: the test drive for vehicles with only test drives. */
    main: driven ??
      instantMessage(car, site) ?? {
        label: isWeekly ? copy.subscribe : copy.enquire,
        href: formPath('enquire-now', vehicle.id),
      },
    similar: { label: copy.similar, href: formPath('find-similar', vehicle.id) },
    /** Null if photos cannot be requested. */
    requestPhotos: offers('request-photos') ? formPath('request-photos', vehicle.id) : null,
    reserve,
    /** BUY-220: beside the button. */
    reserveTerms: reserveTermsLine(reserveTerms(site.reserve)),
    /** VDP-15: without the amount, for which the bar has no space. */
    reserveInBar: reserve && { ...reserve, label: fillKindTerms(vehicle.item_type, copy.reserveInBar) },
    finance,
    tradeIn,
    /** Further buttons, most important first; finance is in its block. */
    actions: [driven ? undefined : testDrive, deal, tradeIn].filter((action) => action !== undefined),
    papers: [history, carAnalysis(vehicle, site), print].filter((action) => action !== undefined),
    history,
    pdf,
    chat: switches.liveChat ? chat : undefined,
  };
}

export type VehicleOffers = ReturnType<typeof vehicleOffers>;
