import { FINANCE_PARAMETERS } from '#src/domain/finance/finance-parameters.ts';
import { CAR_IDS } from '#src/domain/lead/car-ids.ts';
import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import type { LeadFormName } from '#src/domain/lead/lead-form.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { QUOTE_FORM } from '../../finance/create-customer.ts';

/** FIN-01, FIN-02: names of links for fields of the quick quote; the field's own name comes first. */
const LOAN_LINKS = {
  purchasePrice: ['purchasePrice', 'price', 'vehiclePriceBudget'],
  loanTerm: ['loanTerm'],
  selfAssessedCreditScore: ['selfAssessedCreditScore', 'credit_score'],
  vin: ['vin'],
  nvic: ['nvic'],
  year: ['year'],
  whoIsHelping: ['whoIsHelping'],
} as const;

function linkedLoan(query: URLSearchParams): LeadValues {
  return Object.fromEntries(
    Object.entries(LOAN_LINKS).flatMap(([field, names]) => {
      const name = names.find((each) => query.get(each));
      return name === undefined ? [] : [[field, query.get(name) ?? '']];
    }),
  );
}

/** Fields a link may prefill. Messages and especially consent must come from the shopper. */
const ABOUT = ['car_id', CAR_IDS.name, 'location_id', FORM_EXTRAS.pagePath];
const LINKED = [...ABOUT, ...FINANCE_PARAMETERS];

/** The query of a link back to a form that was sent: its vehicles, place and page, and nothing of the person. */
export function linkedQuery(sent: LeadValues): string {
  const query = new URLSearchParams(ABOUT.flatMap((name) => (sent[name] ? [[name, sent[name]]] : [])));
  return query.size > 0 ? `?${query}` : '';
}

/** A list of vehicles has each in a parameter of its own; of any other the first counts. */
const linkedText = (query: URLSearchParams, name: string): string =>
  name === CAR_IDS.name ? query.getAll(name).join(',') : (query.get(name) ?? '');

/** What the link to a form's page says. */
export function linkedValues(form: LeadFormName, request: Request): LeadValues {
  const query = new URL(request.url).searchParams;
  return {
    ...(form === QUOTE_FORM && linkedLoan(query)),
    ...Object.fromEntries(
      LINKED.flatMap((name) => (query.has(name) ? [[name, linkedText(query, name)]] : [])),
    ),
  };
}
