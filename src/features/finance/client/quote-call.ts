import { CREATE_CUSTOMER_PATH, type DollarQuote, QUOTE_PATH } from '#src/features/finance/broker-quote.ts';
import type { QuotedLoan } from '#src/features/finance/quote-estimate.ts';
import { type LeadReply, readLeadReply } from '#src/features/leads/endpoints/lead-endpoints.ts';

/** Longer than the server needs to store the lead and wait 8 s for the broker. */
const RESPONSE_TIMEOUT_MS = 15_000;

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

/** Longer than the 8 s the server waits for the broker. */
const QUOTE_TIMEOUT_MS = 10_000;

/**
 * The broker's quote, or an error message, possibly empty. Never rejects.
 * @param cancelled aborted by a later request
 */
export async function postQuote(
  loan: QuotedLoan & QuotedVehicle,
  cancelled?: AbortSignal,
): Promise<DollarQuote | string> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, QUOTE_TIMEOUT_MS);
  cancelled?.addEventListener('abort', abort);
  try {
    const response = await post(QUOTE_PATH, loan, controller.signal);
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

const CUSTOMER_FIELDS = {
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

/** FIN-16. Never rejects. */
export async function postCustomer(_form: string, values: Record<string, string>): Promise<LeadReply> {
  const { opt_in: subscribe, ...rest } = values;
  const data: Record<string, unknown> = { subscribe: subscribe === 'on' };
  const additionalData: Record<string, string> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (Object.hasOwn(CUSTOMER_FIELDS, name))
      data[CUSTOMER_FIELDS[name as keyof typeof CUSTOMER_FIELDS]] = value;
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
