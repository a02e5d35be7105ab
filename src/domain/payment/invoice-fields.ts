import type { LeadErrors, LeadField, LeadValues } from '../lead/lead-field.ts';
import { REQUIRED_MESSAGE } from '../lead/messages.ts';
import { type Cents, formatCents } from '../money.ts';

export const MIN_INVOICE_CENTS = 100;
export const MAX_INVOICE_CENTS = 5_000_000;
export const AMOUNT_MESSAGE = `Please enter an amount from ${formatCents(MIN_INVOICE_CENTS)} to ${formatCents(MAX_INVOICE_CENTS)}, such as 1,250.50.`;

/** What a shopper says about an invoice to pay it online; who pays is known from the sign-in. */
export const INVOICE_FIELDS: readonly LeadField[] = [
  {
    name: 'reference',
    label: 'Invoice or reference number',
    type: 'text',
    required: true,
    maxLength: 60,
    invalidMessage: REQUIRED_MESSAGE,
    hint: 'As it is on your invoice.',
  },
  {
    name: 'amount',
    label: 'Amount',
    type: 'text',
    required: true,
    maxLength: 20,
    invalidMessage: AMOUNT_MESSAGE,
    hint: 'In dollars, such as 1,250.50.',
  },
];

/** `1,250.5`, `$1250.50` and `1250` in cents; undefined for any other text. */
export function readAmount(text: string): Cents | undefined {
  const plain = text.replace(/[\s,]/g, '').replace(/^\$/, '');
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(plain)) return undefined;
  const [dollars = '0', cents = ''] = plain.split('.');
  const amount = Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
  return amount >= MIN_INVOICE_CENTS && amount <= MAX_INVOICE_CENTS ? amount : undefined;
}

export function checkInvoice(
  sent: LeadValues,
): { reference: string; amount: Cents } | { errors: LeadErrors } {
  const reference = (sent.reference ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
  const amount = readAmount(sent.amount ?? '');
  const errors = {
    ...(reference === '' && { reference: REQUIRED_MESSAGE }),
    ...(amount === undefined && { amount: AMOUNT_MESSAGE }),
  };
  return reference !== '' && amount !== undefined ? { reference, amount } : { errors };
}
