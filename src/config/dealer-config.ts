import * as v from 'valibot';
import { ContentSchema } from './sections/content.ts';
import { FinanceSchema } from './sections/finance.ts';
import { identityEntries } from './sections/identity.ts';
import { LeadsSchema } from './sections/leads.ts';
import { DealershipSchema, LocationSchema } from './sections/locations.ts';
import { NavigationSchema } from './sections/navigation.ts';
import { SearchSchema } from './sections/search.ts';
import { StockSchema } from './sections/stock.ts';
import { ThemeSchema } from './sections/theme.ts';
import { CardSchema, VehiclePageSchema } from './sections/vehicle-page.ts';
import { TEMPLATE_NAMES } from './templates.ts';

/** One dealer file after inheritance: every key known, every default filled in. */
export const DealerConfigSchema = v.strictObject({
  $schema: v.optional(v.string()),
  template: v.picklist(TEMPLATE_NAMES, `one of ${TEMPLATE_NAMES.join(', ')}`),
  ...identityEntries,
  theme: ThemeSchema,
  dealerships: v.pipe(v.array(DealershipSchema), v.minLength(1, 'at least one dealership')),
  locations: v.pipe(v.array(LocationSchema), v.minLength(1, 'at least one location')),
  navigation: NavigationSchema,
  stock: StockSchema,
  search: SearchSchema,
  card: v.optional(CardSchema, {}),
  vehiclePage: v.optional(VehiclePageSchema, {}),
  finance: FinanceSchema,
  leads: LeadsSchema,
  content: ContentSchema,
});

/** Server-side configuration of one dealer. Only `toPublicConfig` may take it to a browser. */
export type DealerConfig = v.InferOutput<typeof DealerConfigSchema>;
