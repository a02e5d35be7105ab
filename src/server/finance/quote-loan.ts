import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { QUOTE_FAILED_MESSAGE } from '#src/domain/finance/broker-messages.ts';
import { FIX_ERRORS_MESSAGE } from '#src/domain/lead/messages.ts';
import { centsToDollars, dollarsToCents } from '#src/domain/money.ts';
import { CANCELLED } from '#src/providers/ask-service.ts';
import type { QuoteOutcome } from '#src/providers/broker/broker.ts';
import {
  QUOTE_MESSAGES,
  type QuoteRequest,
  QuoteRequestSchema,
  type QuoteResponse,
} from '#src/wire/broker.ts';
import { errorBody, errorResponse } from '#src/wire/error.ts';
import { isWithinLimit, windowOfUse } from '../limit-use.ts';
import type { Services } from '../services.ts';

type QuoteServices = Pick<Services, 'broker' | 'clock' | 'db' | 'env' | 'log'>;

export type Quoted =
  | { kind: 'quoted'; quote: QuoteResponse }
  | { kind: 'no_broker' | 'no_quote' | 'too_many' | 'unavailable' };

type Asker = { clientAddress: string | undefined; signal?: AbortSignal | undefined };

/** FIN-02, FIN-03: whether the site shows quotes of the broker at all. */
export const quotesLoans = (
  { broker }: Pick<Services, 'broker'>,
  { finance, status }: Pick<DealerConfig, 'finance' | 'status'>,
): boolean =>
  broker !== undefined &&
  status.state === 'live' &&
  (finance.quickQuote !== 'off' || finance.showBrokerQuote);

const present = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/** FIN-03: the broker's quote for a loan; a cancelled request is cancelled at the broker too. */
export async function quoteLoan(
  services: QuoteServices,
  dealer: DealerConfig,
  asked: QuoteRequest,
  { clientAddress, signal }: Asker,
): Promise<Quoted> {
  const { broker, log } = services;
  if (!broker || !quotesLoans(services, dealer)) return { kind: 'no_broker' };
  if (!(await isWithinLimit(services, dealer, 'quote', clientAddress))) return { kind: 'too_many' };
  const { purchasePrice, selfAssessedCreditScore, loanTerm } = asked;
  const outcome: QuoteOutcome = await broker.client.quote(
    {
      selfAssessedCreditScore,
      loanTerm,
      purchasePrice: dollarsToCents(purchasePrice),
      year: present(asked.year),
      vin: present(asked.vin),
      nvic: present(asked.nvic),
      whoIsHelping: present(asked.whoIsHelping),
    },
    signal,
  );
  if (outcome.kind === 'no_quote') return outcome;
  if (outcome.kind === 'unavailable') {
    const { reason } = outcome;
    if (reason !== CANCELLED) log.warn({ dealer: dealer.slug, reason }, 'broker quote unavailable');
    return { kind: 'unavailable' };
  }
  const { weeklyRepaymentAmount, ...rates } = outcome.quote;
  return {
    kind: 'quoted',
    quote: { weeklyRepaymentAmount: centsToDollars(weeklyRepaymentAmount), ...rates },
  };
}

const REFUSALS = {
  no_broker: { status: 404, code: 'no_broker' },
  no_quote: { status: 404, code: 'no_quote' },
  too_many: { status: 429, code: 'too_many_quotes' },
  unavailable: { status: 503, code: 'broker_unavailable' },
} as const;

const BodySchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

const invalidQuote = (issues: readonly v.BaseIssue<unknown>[]): Response => {
  const wrong = new Set(issues.map(({ path }) => path?.[0]?.key));
  const fields = Object.fromEntries(Object.entries(QUOTE_MESSAGES).filter(([name]) => wrong.has(name)));
  return Response.json(errorBody('invalid_quote', FIX_ERRORS_MESSAGE, { fields }), {
    status: 422,
    headers: { 'Cache-Control': 'no-store' },
  });
};

/** Handles `POST /api/youx/quote`. */
export async function respondWithQuote(
  services: QuoteServices,
  dealer: DealerConfig,
  request: Request,
  asker: Asker,
): Promise<Response> {
  if (!quotesLoans(services, dealer)) return errorResponse(404, 'no_broker', QUOTE_FAILED_MESSAGE);
  const body = v.safeParse(BodySchema, await request.text());
  if (!body.success) return errorResponse(400, 'bad_request', 'Send the loan as JSON.');
  const parsed = v.safeParse(QuoteRequestSchema, body.output);
  if (!parsed.success) return invalidQuote(parsed.issues);
  const quoted = await quoteLoan(services, dealer, parsed.output, asker);
  if (quoted.kind === 'quoted')
    return Response.json(quoted.quote, { headers: { 'Cache-Control': 'no-store' } });
  const { status, code } = REFUSALS[quoted.kind];
  const { secondsLeft } = windowOfUse('quote', services.clock.now());
  const headers = quoted.kind === 'too_many' ? { 'Retry-After': String(secondsLeft) } : {};
  return errorResponse(status, code, QUOTE_FAILED_MESSAGE, headers);
}
