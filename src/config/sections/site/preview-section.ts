import * as v from 'valibot';
import { isOrigin, list } from '#src/config/sections/setting-types.ts';

/** Browsers compare serialised origins: scheme, host and port in lower case, without a path. */
const OriginSchema = v.pipe(
  v.string(),
  v.check(isOrigin, 'scheme and host, with the port if it has one, e.g. "https://previews.example.com"'),
);

/** PLAT-04. */
export const PreviewSchema = v.strictObject({
  apiOrigin: v.optional(
    v.pipe(
      OriginSchema,
      v.description(
        'PLAT-04: where the islands of a preview reach this dealer’s endpoints, "https://www.dealer.com.au"; without it a preview calls none',
      ),
    ),
  ),
  origins: list(
    OriginSchema,
    'PLAT-04: where previews of this dealer are served, "https://previews.example.com". Pages of these origins may call the endpoints; their leads are marked test and delivered nowhere',
  ),
});

export type PreviewConfig = v.InferOutput<typeof PreviewSchema>;
