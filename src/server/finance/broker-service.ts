import { type Environment, MADE_UP } from '#src/config/environment.ts';
import type { Broker } from '#src/providers/broker/broker.ts';
import { httpBroker } from '#src/providers/broker/http-broker.ts';
import { localBroker } from '#src/providers/broker/local-broker.ts';

/** The broker and where it may send shoppers. */
export type BrokerService = { name: string; origins: readonly string[]; client: Broker };

type Settings = Pick<Environment, 'BROKER_URL' | 'BROKER_KEY' | 'BROKER_NAME' | 'BROKER_ORIGINS'>;

/** Path of an application at the demo's broker. */
export const BROKER_APPLY_PATH = '/broker/apply';
/** Without an origin the local broker sends shoppers where no redirect goes. */
const NO_ORIGIN = 'https://broker.invalid';

/** Decision 31: the broker over HTTP, or a local one for the demo; none if not configured. */
export const brokerService = ({
  BROKER_URL: url,
  BROKER_KEY: key,
  BROKER_NAME: name,
  BROKER_ORIGINS: origins,
}: Settings): BrokerService | undefined =>
  url === ''
    ? undefined
    : {
        name,
        origins,
        client:
          url === MADE_UP
            ? localBroker(`${origins[0] ?? NO_ORIGIN}${BROKER_APPLY_PATH}`)
            : httpBroker({ url, key }),
      };

/** The address to continue at, if it is the broker's own: any other would take the shopper elsewhere. */
export function brokerAddress(
  { origins }: Pick<BrokerService, 'origins'>,
  redirectUrl: string,
): string | undefined {
  const address = URL.parse(redirectUrl);
  const isOwn = address !== null && address.username === '' && address.password === '';
  return isOwn && origins.includes(address.origin) ? address.href : undefined;
}
