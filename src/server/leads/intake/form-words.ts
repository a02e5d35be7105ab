import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadFormName } from '#src/domain/lead/lead-form.ts';
import { mainItemType, testDriveWords } from '#src/domain/vehicle/test-drive-words.ts';
import type { ItemType } from '#src/domain/vehicle/vehicle.ts';

/** CFG-13: a motorcycle is ridden and a caravan inspected, so the form's name differs. */
export function formWords(
  dealer: DealerConfig,
  form: LeadFormName,
  vehicle: { item_type: ItemType } | undefined,
) {
  const words = dealer.leads.forms[form];
  const itemType = vehicle?.item_type ?? mainItemType(dealer.verticals);
  if (form !== 'test-drive' || itemType === 'car' || itemType === 'truck')
    return { title: words.title, submitLabel: words.submit };
  const own = testDriveWords(dealer.copy, itemType);
  return { title: own, submitLabel: own };
}
