import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isOwnOrigin } from '#src/domain/lead/preview-origin.ts';
import type { Finding } from '../problem.ts';

/** PLAT-04: leads of a preview are tests, and those of the dealer’s own website never are. */
export const checkPreview = (dealer: DealerConfig): Finding[] =>
  dealer.preview.origins.flatMap((origin, at) =>
    isOwnOrigin(dealer, origin)
      ? [
          {
            path: `preview.origins.${at}`,
            expected: 'the origin of previews, on a host that is not the dealer’s website',
            received: JSON.stringify(origin),
            remedy: 'Serve previews from another host: forms sent from there reach no one.',
          },
        ]
      : [],
  );
