import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Finding } from '../problem.ts';
import { checkAddresses } from './addresses.ts';
import { checkContrast } from './contrast.ts';
import { checkFinance } from './finance.ts';
import { checkForwarding } from './forwarding.ts';
import { checkHours } from './hours.ts';
import { checkLaterMistakes } from './later-mistakes.ts';
import { checkLeadDestinations } from './lead-destinations.ts';
import { checkLinks } from './links.ts';
import { checkLocations } from './locations.ts';
import { checkMenus } from './menus.ts';
import { checkPlaces } from './places.ts';
import { checkPreview } from './preview.ts';
import { checkSecrets } from './secrets.ts';
import { checkShowroom } from './showroom.ts';
import { checkWritings } from './writings.ts';

const CHECKS = [
  checkLocations,
  checkPlaces,
  checkHours,
  checkAddresses,
  checkWritings,
  checkLinks,
  checkForwarding,
  checkMenus,
  checkShowroom,
  checkContrast,
  checkFinance,
  checkLeadDestinations,
  checkPreview,
  checkLaterMistakes,
] as const;

/** Rules that span several keys of one dealer. */
export const checkDealer = (dealer: DealerConfig): Finding[] => [
  ...CHECKS.flatMap((check) => check(dealer)),
  ...checkSecrets(dealer),
];
