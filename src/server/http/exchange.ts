import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Resolution, resolveAddress } from '#src/routing/resolve-address.ts';
import type { Refusal } from '#src/wire/error.ts';
import { contactAtGate } from '../account/gates-of-site.ts';
import type { Contact } from '../account/session.ts';
import type { Services } from '../services.ts';
import type { PageCode } from './page-code.ts';
import type { RequestRecord } from './request-record.ts';

export type Request = IncomingMessage & {
  body?: unknown;
  clientAddress?: string | undefined;
  /** The shopper who is signed in, at an address with a gate. */
  contact?: Contact | undefined;
  refusal?: Refusal;
  /** What the log and the metrics say of it. */
  record?: RequestRecord;
};

/** A request whose dealer is known, on its way through the steps. */
export type Exchange = {
  req: Request;
  res: ServerResponse;
  dealer: DealerConfig;
  /** The code in force when the dealer was found: a release is rendered with no other. */
  pages: PageCode;
  /** The address in its canonical spelling. */
  path: URL;
  /** What the address means at the dealer's site. */
  found: Resolution;
};

/** Responds and returns true, or leaves the request to the next step. */
export type Step = (exchange: Exchange) => boolean | Promise<boolean>;

/** An exchange with what its address means to this visitor. @throws the database's errors, at a gate */
export async function exchangeOf(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  exchange: Omit<Exchange, 'found'>,
): Promise<Exchange> {
  const { req, dealer, path } = exchange;
  req.contact = await contactAtGate(services, dealer, path.pathname, req.headers.cookie ?? null);
  const visitor = { isSignedIn: req.contact !== undefined };
  return { ...exchange, found: resolveAddress(dealer, path, visitor) };
}

/** Runs the steps in order until one has responded. */
export async function takeSteps(steps: readonly Step[], exchange: Exchange): Promise<void> {
  for (const step of steps) if (await step(exchange)) return;
}
