import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { unitsOf } from '#src/features/stock/mapping/column-formats.ts';
import { FEED_FIELDS } from '#src/features/stock/mapping/feed-fields.data.ts';

/** Sources of fields with the paths of their settings. */
export const sourcesOf = ({ columns }: FeedConfig) =>
  Object.entries(columns).flatMap(([field, spec]) =>
    (Array.isArray(spec) ? spec : [spec]).flatMap((source, at) =>
      typeof source === 'string'
        ? []
        : [
            {
              path: `stock.feed.columns.${field}${Array.isArray(spec) ? `.${at}` : ''}`,
              field: field as FeedFieldName,
              source,
            },
          ],
    ),
  );

/** FEED-14: units that a field does not have. */
export const impossibleUnits = ({ stock: { feed } }: DealerConfig): Finding[] =>
  (feed ? sourcesOf(feed) : []).flatMap(({ path, field, source }) => {
    const unit = 'unit' in source ? source.unit?.toLowerCase() : undefined;
    const known = unitsOf(FEED_FIELDS[field]);
    if (unit === undefined || known.includes(unit)) return [];
    return [
      {
        path: `${path}.unit`,
        expected: known.length > 0 ? `one of ${known.join(', ')}` : `no unit: "${field}" has none`,
        received: JSON.stringify(unit),
        remedy: didYouMean(unit, known) ?? (known.length > 0 ? 'Write one of these.' : 'Remove it.'),
      },
    ];
  });
