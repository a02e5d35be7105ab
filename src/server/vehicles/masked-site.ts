import type { DealerConfig } from '#src/config/dealer-config.ts';
import { memoizeByObject } from '#src/config/once-for-each.ts';
import { type PublicConfig, toPublicConfig } from '#src/config/public/public-config.ts';
import { dealerPhones, phoneMask } from '#src/domain/location/dealer-phone.ts';
import { maskedPageWords } from '#src/domain/vehicle/masked-words.ts';

/** Decision 17: replaces each phone number of the dealer in a text. */
export const phoneMaskOf = memoizeByObject((dealer: DealerConfig) => phoneMask(dealerPhones(dealer)));

/** The settings of a site whose words about vehicles hold no phone number of the dealer. */
export const maskedSite = memoizeByObject((dealer: DealerConfig): PublicConfig => {
  const site = toPublicConfig(dealer);
  return { ...site, vehiclePage: maskedPageWords(site.vehiclePage, phoneMaskOf(dealer)) };
});
