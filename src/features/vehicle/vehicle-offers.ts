import { href, withQuery } from '#src/config/public/href.ts';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import { checkoutPath, financeHref, printPath } from '#src/config/public/routes/page-paths.ts';
import type { Dealership } from '#src/config/sections/locations.ts';
import {
  financeQuery,
  isReservable,
  offersReserve,
  offersTestDrive,
  reserveLabel,
} from '#src/domain/vehicle/car-actions.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';

export type VehicleAction = { label: string; href: string; newTab?: boolean };

type Site = Pick<
  PublicConfig,
  'copy' | 'card' | 'links' | 'pages' | 'vehiclePage' | 'autobot' | 'podium' | 'chat' | 'plugins'
>;

const ENQUIRE = '#enquire';

/** VDP-26: a robot answers in the place of the form, where nothing else does and the car can be reserved. */
function instantMessage(vehicle: StockedVehicle, { autobot, podium, copy }: Site) {
  return autobot && !podium.enabled && isReservable(vehicle)
    ? { label: copy.instantMessage, href: ENQUIRE, script: autobot.script }
    : undefined;
}

/** What the car's papers are: its history report and, by plugin, its analysis (CFG-14, VDP-24). */
function papers(vehicle: StockedVehicle, { vehiclePage, plugins }: Site): VehicleAction[] {
  const offered: readonly [boolean, string, string | undefined][] = [
    [vehiclePage.historyReport, 'History report', vehicle.file],
    [plugins.includes('car_analysis'), 'Download car analysis', vehicle.car_analysis_url],
  ];
  return offered.flatMap(([isOn, label, address]) =>
    isOn && address?.startsWith('https://') ? [{ label, href: address, newTab: true }] : [],
  );
}

/**
 * Everything a shopper can do with a car, as its dealership's switches allow it (CFG-08, VDP-27, VDP-30).
 * @param cents the price shown, if any
 */
export function vehicleOffers(
  vehicle: StockedVehicle,
  { slug, switches }: Pick<Dealership, 'slug' | 'switches'>,
  site: Site,
  cents: number | null,
) {
  const { copy, card, pages, vehiclePage, chat } = site;
  const reservable = { reservable: isReservable(vehicle) };
  const finance = financeHref(site);
  const actions: VehicleAction[] = [
    ...(offersReserve(reservable, switches)
      ? [{ label: reserveLabel(copy.reserve, card.reserveAmount), href: checkoutPath(site, vehicle) }]
      : []),
    ...(offersTestDrive(vehicle, switches, vehiclePage.testDriveComingSoon)
      ? [{ label: copy.testDrive, href: ENQUIRE }]
      : []),
    ...(finance === null
      ? []
      : [
          {
            label: card.financeWording,
            href: withQuery(finance, financeQuery({ ...vehicle, dealership: slug, cents })),
          },
        ]),
    ...(switches.tradeIn && pages['trade-in'].enabled
      ? [{ label: copy.tradeIn, href: href('/cars/trade-in', { car_id: vehicle.id }) }]
      : []),
    ...papers(vehicle, site),
    ...(switches.printing ? [{ label: 'Print this page', href: printPath(vehicle), newTab: true }] : []),
  ];
  const message = instantMessage(vehicle, site);
  return {
    main: message ?? { label: copy.enquire, href: ENQUIRE },
    actions,
    chat: switches.liveChat ? chat : undefined,
    canBeSaved: switches.favourites && card.favourites,
  };
}

export type VehicleOffers = ReturnType<typeof vehicleOffers>;
