import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Resolution, resolveAddress } from '#src/routing/resolve-address.ts';
import type { Refusal } from './guard.ts';

export type Request = IncomingMessage & {
  body?: unknown;
  clientAddress?: string | undefined;
  refusal?: Refusal;
};

/** A request whose dealer is known, on its way through the steps. */
export type Exchange = {
  req: Request;
  res: ServerResponse;
  dealer: DealerConfig;
  /** The address in its canonical spelling. */
  path: URL;
  /** What the address means at the dealer's site. */
  found: Resolution;
};

/** Responds and returns true, or leaves the request to the next step. */
export type Step = (exchange: Exchange) => boolean | Promise<boolean>;

/** An exchange with what its address means. */
export const exchangeOf = (exchange: Omit<Exchange, 'found'>): Exchange => ({
  ...exchange,
  found: resolveAddress(exchange.dealer, exchange.path),
});

/** Runs the steps in order until one has responded. */
export async function takeSteps(steps: readonly Step[], exchange: Exchange): Promise<void> {
  for (const step of steps) if (await step(exchange)) return;
}
