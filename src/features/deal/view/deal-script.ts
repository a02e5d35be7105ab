import { deviceDeal } from '#src/features/deal/client/deals.store.ts';
import { syncDeals } from '#src/features/deal/client/sync-deals.ts';
import { validValuation } from '#src/features/deal/client/valuation.store.ts';

const page = document.querySelector<HTMLElement>('[data-deals]');
const { car, account, listed } = page?.dataset ?? {};

/** VDP-238: opened without choices, the page continues with those of this device. */
const stored = car === undefined || location.search !== '' ? undefined : deviceDeal(car);
if (stored?.query) location.replace(`${location.pathname}?${stored.query}`);
else if (page) {
  // VDP-291: only a browser with a valuation has one to offer.
  if (validValuation()) dispatchEvent(new Event('forecourt:valuation'));
  void syncDeals(account === 'signed-in').then((isChanged) => {
    // A list from the server does not have what this device has added.
    if (isChanged && listed !== undefined) location.reload();
  });
}
