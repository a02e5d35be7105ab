import type { SignInType } from '#src/config/sections/account.ts';
import { GARAGE_PATHS, TRADE_IN_PATHS, VALUATION_PATH } from '#src/config/sections/link-paths.ts';
import { href } from './href.ts';
import { ONLINE_PAYMENT_PATH } from './page-paths.ts';
import { reservedCar } from './reserving.ts';
import type { RoutedSite } from './routed-site.ts';

const [TRADE_IN, ...SELL_MY_CAR] = TRADE_IN_PATHS as readonly string[];
const isJourney = (path: string) => path === VALUATION_PATH || path.startsWith(`${VALUATION_PATH}/`);
const CHECKOUT = /^\/cars\/[^/]+\/(?:checkout|buy-online)$|^\/checkout-journey$/;

/** AUTH-04, AUTH-07: the reason for sign-in at this address; undefined if it is open. */
export function gateAt(
  { account, links }: Pick<RoutedSite, 'account' | 'links'>,
  path: string,
): SignInType | undefined {
  if (!account.signIn) return undefined;
  const { gates } = account;
  if ((GARAGE_PATHS as readonly string[]).includes(path)) return 'my-garage';
  if (path === ONLINE_PAYMENT_PATH) return 'online-payment';
  if (path === '/spin-to-win') return gates.spinToWin ? 'spin-to-win' : undefined;
  if (path === '/personalised/finance') return gates.personalisedFinance ? 'finance' : undefined;
  if (path === links.finance) return gates.equifaxFinance ? 'car-finance' : undefined;
  // The pages of a valuation are gated like the page that leads to them.
  if (isJourney(path)) return gateAt({ account, links }, links.tradeIn);
  if (path === TRADE_IN || path === '/cars/trade-in') return gates.tradeIn ? 'trade-in' : undefined;
  if (SELL_MY_CAR.includes(path)) return gates.sellMyCar ? 'trade-in' : undefined;
  if (CHECKOUT.test(path)) return gates.checkout ? 'checkout' : undefined;
  return undefined;
}

/** The page before the gate, as far as the address shows: the car to be reserved, else home. */
function backOf(path: string, search: string): string {
  const slug = reservedCar(path, search);
  return slug === undefined ? '/' : `/cars/${slug}`;
}

/** The target of a gate for this address. */
export const signInPath = (type: SignInType, path: string, search: string): string =>
  href('/sign-in', { type, redirect: path + search, back: backOf(path, search) });
