import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Dealership, DealershipSwitches } from '#src/config/sections/business/locations-section.ts';
import type { Finding } from '#src/dealer-files/config-problem.ts';
import { depositCents } from '#src/features/reservations/reservable-vehicle.ts';
import {
  reserveTerms,
  reserveTermsLine,
  takesReservations,
} from '#src/features/reservations/reserve-terms.ts';

/** Whether the dealer's or group's file sets a path; defaults and templates do not count. */
export type IsWritten = (path: string) => boolean;

/** A setting that depends on another one. */
type Need = {
  path: string;
  isOn: (dealer: DealerConfig) => boolean;
  isMet: (dealer: DealerConfig) => boolean;
  expected: string;
  remedy: string;
};

const hasSignIn = ({ account }: DealerConfig) => account.signIn;
const hasFinance = ({ links, pages }: DealerConfig) =>
  links.finance.startsWith('https://') || pages.finance.enabled;
const drives = ({ dealerships }: DealerConfig) => dealerships.some(({ switches }) => switches.testDrive);
const hasHours = ({ locations }: DealerConfig) =>
  locations.some(({ opening_hours }) => opening_hours.some(({ status }) => status === 'Open'));

const signIn = (path: string, isOn: Need['isOn']): Need => ({
  path,
  isOn,
  isMet: hasSignIn,
  expected: '"account.signIn": true',
  remedy: 'Switch "account.signIn" on, or this switch off.',
});
const gate = (name: keyof DealerConfig['account']['gates']): Need =>
  signIn(`account.gates.${name}`, ({ account }) => account.gates[name]);

type Button = DealerConfig['card']['buttons'][number];
const button = (name: Button, isMet: Need['isMet'], expected: string): Need => ({
  path: 'card.buttons',
  isOn: ({ card }) => card.buttons.includes(name),
  isMet,
  expected: `${expected}, which the button "${name}" needs`,
  remedy: `Switch that on, or remove "${name}" from the list.`,
});

const MAP_ADDRESSES = ['embed', 'tiles', 'style'] as const;

const NEEDS: readonly Need[] = [
  ...(
    ['checkout', 'spinToWin', 'personalisedFinance', 'equifaxFinance', 'tradeIn', 'sellMyCar'] as const
  ).map(gate),
  signIn('account.myGarage', ({ account }) => account.myGarage),
  {
    path: 'account.signIn',
    isOn: ({ account }) => account.signIn,
    isMet: ({ account }) => account.myGarage,
    expected: '"account.myGarage": true, the page on which shoppers sign out and delete their account',
    remedy: 'Switch "account.myGarage" on, or sign-in off.',
  },
  signIn('account.watchlist', ({ account }) => account.watchlist),
  signIn('account.onlinePayment', ({ account }) => account.onlinePayment),
  signIn('account.prizeWheel', ({ account }) => account.prizeWheel !== undefined),
  {
    path: 'account.prizeWheel',
    isOn: ({ account }) => account.prizeWheel !== undefined,
    isMet: ({ pages }) => pages['spin-to-win'].enabled,
    expected: '"pages.spin-to-win.enabled": true, the page with the wheel',
    remedy: 'Switch the page on, or remove "account.prizeWheel".',
  },
  {
    path: 'account.onlinePayment',
    isOn: ({ account }) => account.onlinePayment,
    isMet: ({ payments }) => payments.stripe !== undefined,
    expected: '"payments.stripe", the account that payments go to',
    remedy: 'Add the account, or switch the page off.',
  },
  button('reserve', takesReservations, '"switches.reserve" and "switches.checkout" of one dealership'),
  button('test_drive', drives, '"switches.testDrive" of a dealership'),
  button('finance', hasFinance, '"pages.finance.enabled": true'),
  {
    path: 'vehiclePage.financeBanner',
    isOn: ({ vehiclePage }) => vehiclePage.financeBanner !== undefined,
    isMet: hasFinance,
    expected: '"pages.finance.enabled": true, where the banner leads',
    remedy: 'Switch the page on, or remove the banner.',
  },
  {
    path: 'testDrive.slots',
    isOn: ({ testDrive }) => testDrive.slots,
    isMet: drives,
    expected: '"switches.testDrive" of a dealership',
    remedy: 'Switch test drives on at a dealership, or "testDrive.slots" off.',
  },
  {
    path: 'testDrive.slots',
    isOn: ({ testDrive }) => testDrive.slots,
    isMet: hasHours,
    expected: 'opening hours of a location, within which times are free',
    remedy: 'Add "opening_hours" to a location, or switch "testDrive.slots" off.',
  },
  {
    path: 'podium.enabled',
    isOn: ({ podium }) => podium.enabled,
    isMet: ({ podium }) => podium.podium_api_token !== undefined,
    expected: '"podium.podium_api_token"',
    remedy: 'Add the name of the environment variable with the token, or switch Podium off.',
  },
  {
    path: 'chat',
    isOn: ({ chat }) => chat !== undefined,
    isMet: ({ dealerships }) => dealerships.some(({ switches }) => switches.liveChat),
    expected: '"switches.liveChat" of a dealership',
    remedy: 'Switch live chat on at a dealership, or remove "chat".',
  },
  ...MAP_ADDRESSES.map(
    (name): Need => ({
      path: `map.${name}`,
      isOn: ({ map }) => map[name]?.includes('{key}') ?? false,
      isMet: ({ map }) => map.map_key !== undefined,
      expected: '"map.map_key", which replaces {key}',
      remedy: 'Add "map.map_key", or remove {key} from the address.',
    }),
  ),
  {
    path: 'map.map_key',
    isOn: ({ map }) => map.map_key !== undefined,
    isMet: ({ map }) => MAP_ADDRESSES.some((name) => map[name] !== undefined),
    expected: '"map.embed", "map.tiles" or "map.style", which the key is for',
    remedy: 'Add the address of a map service, or remove the key.',
  },
  {
    path: 'map.tiles',
    isOn: ({ map }) => map.tiles !== undefined,
    isMet: ({ map }) => map.attribution !== undefined,
    expected: '"map.attribution", which map services ask for',
    remedy: 'Add "map.attribution", e.g. "© OpenStreetMap contributors".',
  },
  {
    path: 'map',
    isOn: ({ map }) => MAP_ADDRESSES.some((name) => map[name] !== undefined),
    isMet: ({ map }) => MAP_ADDRESSES.filter((name) => map[name] !== undefined).length === 1,
    expected: 'one map service',
    remedy: 'Name only one of "map.embed", "map.tiles" and "map.style".',
  },
  {
    path: 'map.origins',
    isOn: ({ map }) => map.origins.length > 0,
    isMet: ({ map }) => map.style !== undefined,
    expected: '"map.style", which loads from them',
    remedy: 'Add "map.style", or remove the hosts.',
  },
  {
    path: 'card.compare',
    isOn: ({ card }) => card.compare,
    isMet: ({ card }) => card.favourites,
    expected: '"card.favourites": true',
    remedy: 'Switch "card.favourites" on, or this switch off.',
  },
  {
    path: 'account.watchlist',
    isOn: ({ account }) => account.watchlist,
    isMet: ({ card }) => card.favourites,
    expected: '"card.favourites": true',
    remedy: 'Switch "card.favourites" on, or this switch off.',
  },
  {
    path: 'card.favouritesHiddenFor',
    isOn: ({ card }) => card.favouritesHiddenFor.length > 0,
    isMet: ({ card }) => card.favourites,
    expected: '"card.favourites": true',
    remedy: 'Switch "card.favourites" on, or empty the list.',
  },
];

/** CFG-08: requirements of a dealership's feature switches. */
type SwitchNeed = {
  name: keyof DealershipSwitches;
  isMet: (dealer: DealerConfig, dealership: Dealership) => boolean;
  expected: string;
  remedy: string;
};

const SWITCH_NEEDS: readonly SwitchNeed[] = [
  {
    name: 'reserve',
    isMet: (_, { switches }) => switches.checkout,
    expected: '"checkout": true beside it, which opens the page to reserve on',
    remedy: 'Switch "checkout" on, or this switch off.',
  },
  {
    name: 'checkout',
    isMet: (_, { switches }) => switches.reserve,
    expected: '"reserve": true beside it, without which no car leads to the page',
    remedy: 'Switch "reserve" on, or this switch off.',
  },
  {
    name: 'tradeIn',
    isMet: ({ pages }) => pages['trade-in'].enabled,
    expected: '"pages.trade-in.enabled": true',
    remedy: 'Switch the page on, or this switch off.',
  },
  {
    name: 'liveChat',
    isMet: ({ chat }) => chat !== undefined,
    expected: '"chat", with the script of the service',
    remedy: 'Add "chat", or switch this off.',
  },
  {
    name: 'favourites',
    isMet: ({ card }) => card.favourites,
    expected: '"card.favourites": true',
    remedy: 'Switch "card.favourites" on, or this switch off.',
  },
];

/** Defaults that shoppers read as the dealer's promise. */
type Promised = {
  path: string;
  isMade: (dealer: DealerConfig) => boolean;
  expected: string;
  shown: (dealer: DealerConfig) => string;
};

const reserveTermsShown = ({ reserve }: DealerConfig) => reserveTermsLine(reserveTerms(reserve));

const PROMISES: readonly Promised[] = [
  {
    path: 'tradeIn.buyingTeamHours',
    isMade: ({ pages }) => pages['trade-in'].enabled,
    expected: 'the hours of the buying team, which the trade-in page shows',
    shown: ({ tradeIn }) => tradeIn.buyingTeamHours,
  },
  {
    path: 'leads.responsePromise',
    isMade: ({ pages }) => pages['trade-in'].enabled,
    expected: 'when you reply, which every form and the trade-in page promise',
    shown: ({ leads }) => leads.responsePromise,
  },
  {
    path: 'reserve.heldDays',
    isMade: takesReservations,
    expected: 'the days a reserved vehicle is held, which shoppers are promised',
    shown: reserveTermsShown,
  },
  {
    path: 'reserve.refundableUntil',
    isMade: (dealer) => takesReservations(dealer) && depositCents(dealer.reserve) !== undefined,
    expected: 'until when the deposit is refunded, which shoppers are promised',
    shown: reserveTermsShown,
  },
];

/** FORM-10, BUY-224. */
const unwrittenPromises = (dealer: DealerConfig, isWritten: IsWritten): Finding[] =>
  PROMISES.filter(({ path, isMade }) => isMade(dealer) && !isWritten(path)).map(
    ({ path, expected, shown }) => ({
      path,
      expected,
      received: `nothing, so shoppers read ${JSON.stringify(shown(dealer))}`,
      remedy: `Write "${path.split('.')[1]}" in "${path.split('.')[0]}", even where these words are true.`,
    }),
  );

/** CFG-03, CFG-08: enabled features with missing requirements. Defaults are not checked. */
export function unmetNeeds(dealer: DealerConfig, isWritten: IsWritten): Finding[] {
  const alone = 'switched on, with no effect';
  const settings = NEEDS.filter(
    ({ path, isOn, isMet }) => isOn(dealer) && isWritten(path) && !isMet(dealer),
  ).map(({ path, expected, remedy }) => ({ path, expected, received: alone, remedy }));
  const switches = dealer.dealerships.flatMap((dealership, at) =>
    SWITCH_NEEDS.flatMap(({ name, isMet, expected, remedy }) => {
      const path = `dealerships.${at}.switches.${name}`;
      const isIdle = dealership.switches[name] && isWritten(path) && !isMet(dealer, dealership);
      return isIdle ? [{ path, expected, received: alone, remedy }] : [];
    }),
  );
  return [...settings, ...switches, ...unwrittenPromises(dealer, isWritten)];
}
