import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { isDealerVariable } from '#src/config/environment.ts';
import { SecretNameSchema } from '#src/config/sections/primitives.ts';
import type { Finding } from '../problem.ts';
import { placesOf } from '../schema-places.ts';

const secretsOf = placesOf(DealerConfigSchema, { wanted: [SecretNameSchema] });

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * CFG-23: the value of a secret is sent to an address of the same file, so a file names only what is meant for dealers.
 */
export function checkSecrets(dealer: DealerConfig, from: Variables = process.env): Finding[] {
  return secretsOf(dealer).flatMap(({ path, value }) =>
    typeof value !== 'string' || isDealerVariable(value, from)
      ? []
      : [
          {
            path,
            expected: 'an environment variable for dealers, whose name begins with "DEALER_"',
            received: JSON.stringify(value),
            remedy: `Name it "DEALER_${value}" here and where it is set, or have the operator list it in DEALER_VARIABLES.`,
          },
        ],
  );
}
