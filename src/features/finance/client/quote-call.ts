import { CREATE_CUSTOMER_PATH, type DollarQuote, QUOTE_PATH } from '#src/features/finance/broker-quote.ts';
import type { QuotedLoan } from '#src/features/finance/quote-estimate.ts';
import { type LeadReply, readLeadReply } from '#src/features/leads/endpoints/lead-endpoints.ts';

/** The calls of the quick quote from the browser, without the schemas of the server. */
/** The server waits 8 s for the broker, and stores the lead before. */
const RESPONSE_TIMEOUT_MS = 15_000;

/** The vehicle to quote for, as far as it is known. */
export type QuotedVehicle = {
  year?: number | undefined;
  vin?: string | undefined;
  nvic?: string | undefined;
  whoIsHelping?: string | undefined;
};

const post = (path: string, body: object, signal: AbortSignal) =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });

/** The server waits 8 s for the broker, and stores nothing. */
const QUOTE_TIMEOUT_MS = 10_000;

/** The broker's quote; a text is the message of its failure. Never rejects. @param cancelled by a later request */
export async function postQuote(
  loan: QuotedLoan & QuotedVehicle,
  cancelled?: AbortSignal,
): Promise<DollarQuote | string> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, QUOTE_TIMEOUT_MS);
  cancelled?.addEventListener('abort', end);
  try {
    const response = await post(QUOTE_PATH, loan, ending.signal);
    const body = await response.json();
    if (!response.ok) return String(body.error.message);
    const { weeklyRepaymentAmount, advertisedRate, comparisonRate } = body;
    const figures = [weeklyRepaymentAmount, advertisedRate, comparisonRate];
    return figures.every(Number.isFinite) ? body : '';
  } catch {
    return '';
  } finally {
    clearTimeout(timer);
  }
}

const OF_PERSON = {
  phone: 'phoneNumber',
  name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  postcode: 'postCode',
  purchasePrice: 'purchasePrice',
  loanTerm: 'loanTerm',
  selfAssessedCreditScore: 'selfAssessedCreditScore',
  nvic: 'nvic',
  vin: 'vin',
  year: 'year',
} as const;

/** FIN-16: sends a quick quote. Never rejects. */
export async function postCustomer(_form: string, values: Record<string, string>): Promise<LeadReply> {
  const { opt_in: subscribe, ...rest } = values;
  const data: Record<string, unknown> = { subscribe: subscribe === 'on' };
  const additionalData: Record<string, string> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (Object.hasOwn(OF_PERSON, name)) data[OF_PERSON[name as keyof typeof OF_PERSON]] = value;
    else additionalData[name] = value;
  }
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await post(CREATE_CUSTOMER_PATH, { data, additionalData }, signal);
    const body = await response.json().catch(() => undefined);
    const reply = readLeadReply(response.status, body);
    return reply.kind === 'accepted' && typeof body.redirectUrl === 'string'
      ? { ...reply, continueAt: body.redirectUrl }
      : reply;
  } catch {
    return { kind: 'unreachable' };
  }
}
