import type { DealerConfig } from '#src/config/dealer-config.ts';
import { KIND_WORDS, mainKind } from '#src/config/sections/verticals.ts';
import type { LeadFormName } from '#src/domain/lead/lead-form.ts';
import { isByTheWeek } from '#src/domain/vehicle/price-display.ts';
import { testDriveWords } from '#src/domain/vehicle/test-drive-words.ts';
import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';

/**
 * CFG-13, CFG-16: a motorcycle is ridden, a caravan inspected and a subscription begun, so the form's name differs.
 * Finance for a vehicle has the name of its button (CARD-02).
 */
export function formWords(
  dealer: DealerConfig,
  form: LeadFormName,
  vehicle: Pick<Vehicle, 'item_type' | 'subscription_price'> | undefined,
) {
  const words = dealer.leads.forms[form];
  const itemType = vehicle?.item_type ?? mainKind(dealer.verticals);
  if (
    form === 'enquire-now' &&
    isByTheWeek({ subscription_price: vehicle?.subscription_price ?? null }, dealer.subscription)
  )
    return { title: dealer.copy.subscribe, submitLabel: words.submit };
  if (form === 'finance' && vehicle) return { title: dealer.card.financeWording, submitLabel: words.submit };
  if (form !== 'test-drive' || KIND_WORDS[itemType].booking === 'testDrive')
    return { title: words.title, submitLabel: words.submit };
  const own = testDriveWords(dealer.copy, itemType);
  return { title: own, submitLabel: own };
}
