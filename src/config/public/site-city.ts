import type { DealerConfig } from '#src/config/dealer-config.ts';

/** The city in headings of searches. */
export const siteCity = ({
  override_city,
  locations,
  name,
}: Pick<DealerConfig, 'override_city' | 'locations' | 'name'>): string =>
  override_city ?? locations.find(({ primary }) => primary)?.address.city ?? name;
