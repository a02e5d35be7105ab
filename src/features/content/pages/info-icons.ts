import type { InfoPageName } from '#src/config/sections/info-pages.ts';
import type { IconName } from '#src/ui/icons.data.ts';

/** Icon beside a link to an information page. */
export const INFO_ICONS: Readonly<Record<InfoPageName, IconName>> = {
  finance: 'tag',
  'trade-in': 'car',
  'value-my-car-terms-and-conditions': 'check',
  'finance-and-insurance': 'shield',
  service: 'calendar',
  'service-plus': 'wrench',
  warranty: 'shield',
  'roadside-assist': 'phone',
  'capped-price-servicing': 'tag',
  'vehicle-parts-and-accessories': 'wrench',
  'book-test-drive': 'key',
  fleet: 'car',
  careers: 'mail',
  '4x4-outdoor': 'map-pin',
  'personalised-finance': 'tag',
  'spin-to-win': 'clock',
};
