import type { DealerConfig } from '#src/config/dealer-config.ts';
import { dealerLicence } from '#src/config/public/licences.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { stockNoun } from '#src/config/sections/verticals.ts';
import { zonedDate } from '#src/domain/clock.ts';
import { formatPhone } from '#src/domain/lead/phone.ts';
import type { Alert, AlertSender } from '#src/domain/search/alert-message.ts';
import { formatDate } from '#src/domain/vehicle/display-text.ts';
import { priceDisplay } from '#src/domain/vehicle/price-display.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import type { SavedSearchRow } from '#src/providers/database/saved-searches.ts';
import { seePath, stopPath } from './alert-links.ts';
import { type DescribedSearch, readStored } from './describe-search.ts';
import type { Match } from './find-matches.ts';

/** Who sends alerts of a dealer, and how to reach them. */
export function alertSender(dealer: DealerConfig): AlertSender {
  const location = dealer.locations.find(({ primary }) => primary);
  const [dealership] = dealer.dealerships;
  return {
    name: dealer.name,
    legalName: dealer.legalName,
    licence: location && dealership ? dealerLicence(location, dealership) : '',
    phone: formatPhone(dealer.phones.override ?? location?.phone ?? dealer.phones.main),
    url: canonicalOrigin(dealer),
  };
}

/** Everything a message about matches says, whichever way it is sent. */
export function composeAlert(
  dealer: DealerConfig,
  row: SavedSearchRow,
  matches: readonly Match[],
  search: DescribedSearch = readStored(dealer, row.search),
): Alert {
  const origin = canonicalOrigin(dealer);
  const options = {
    noPriceText: dealer.vehiclePage.noPriceText,
    subscriptionSite: dealer.subscription,
  };
  return {
    name: search.name,
    noun: stockNoun(dealer.verticals),
    vehicles: matches.map(({ document, reason }) => ({
      name: document.name,
      url: `${origin}${vehiclePath(document.slug)}`,
      price: priceDisplay(document.pricing, options),
      reason,
    })),
    searchUrl: `${origin}${row.channel === 'sms' ? seePath(row.stop_token) : search.href}`,
    stopUrl: `${origin}${stopPath(row.stop_token)}`,
    lastDay: formatDate(zonedDate(new Date(row.expires_at), dealer.timeZone).date),
    sender: alertSender(dealer),
  };
}
