import { useEffect, useRef } from 'react';
import { type QuoteDisplay, shownEstimate } from '#src/domain/finance/quick-quote.ts';
import { QUOTE_TERM } from '#src/domain/finance/quoted-repayment.ts';
import { PhoneCodeField } from '#src/ui/PhoneCodeField.tsx';
import { usePhoneCode } from '#src/ui/use-phone-code.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import type { LeadReply } from '#src/wire/leads.ts';
import { postCustomer, type QuotedVehicle } from '#src/wire/quote-call.ts';
import { stepId } from '../form-steps.ts';
import { LeadForm } from '../LeadForm.tsx';
import type { LeadFormProps } from '../lead-form-props.ts';
import { Estimate } from './Estimate.tsx';
import { FINANCE_CODE, phoneIn } from './finance-code.ts';
import { useEstimate } from './use-estimate.ts';

export type QuickQuoteProps = LeadFormProps & {
  /** Name of the broker; null where the form is a lead only. */
  broker: string | null;
  start: { rateText: string; comparisonText: string } | null;
  estimate: QuoteDisplay | string | null;
  notice: string | null;
  vehicle: QuotedVehicle;
  /** A code was sent by the form's page, without scripts. */
  isCodeSent?: boolean;
};

/** FIN-02: the quick quote, on one page or in steps; a lead form with the broker's estimate in it. */
export function QuickQuote({
  broker,
  start,
  estimate: first,
  notice,
  vehicle,
  isCodeSent = false,
  ...props
}: QuickQuoteProps) {
  const ref = useRef<HTMLDivElement>(null);
  const state = useEstimate(ref, first, vehicle, broker !== null);
  const shown = { start, ...state };
  const isStepped = props.steps.length > 0;
  const phoneCode = usePhoneCode(FINANCE_CODE, () => phoneIn(document.getElementById(stepId(props.form, 0))));
  const slider = (
    <div className="quote-slider lead-form-wide" ref={ref}>
      <input
        type="range"
        aria-label="Loan term, years"
        min={QUOTE_TERM.min}
        max={QUOTE_TERM.max}
        step={1}
        defaultValue={props.values?.loanTerm || QUOTE_TERM.start}
        data-quote-slider
      />
      <span className="quote-ticks" aria-hidden="true">
        <span>1 year</span>
        <span>7 years</span>
      </span>
    </div>
  );
  const estimate = broker !== null && (
    <section
      className="quote-estimate panel lead-form-wide"
      aria-label="Your estimate"
      id="quick-quote-estimate"
    >
      <Estimate {...shown} />
      <button
        className="button button-quiet lead-form-times"
        type="submit"
        name={FORM_EXTRAS.showEstimate}
        value="on"
        formAction="/enquire/quick-quote#quick-quote-estimate"
        formNoValidate
      >
        Show my estimate
      </button>
    </section>
  );
  const note = (state.notice ?? notice) && (
    <p className="quote-notice lead-form-wide" role="status">
      {state.notice ?? notice}
    </p>
  );
  const added = {
    afterField: { purchasePrice: note, loanTerm: slider, selfAssessedCreditScore: estimate },
    inStep: {
      2: broker !== null && (
        <div className="quote-estimate panel lead-form-wide">
          <Estimate {...shown} isRepeated />
          <p>{broker} confirms your pre-approval once you have applied. This estimate is not an approval.</p>
        </div>
      ),
      3: (
        <>
          <p className="lead-form-wide">
            We verify your mobile number with a code.
            {broker !== null && ` Then you finish your application at ${broker}.`}
          </p>
          <PhoneCodeField id={`${props.form}-code`} code={phoneCode} isSent={isCodeSent} />
        </>
      ),
    },
  };
  const { phoneChanged } = phoneCode;
  useEffect(() => {
    const form = document.getElementById(stepId(props.form, 0))?.closest('form');
    const changed = () => phoneChanged(phoneIn(form ?? null));
    form?.addEventListener('change', changed);
    return () => form?.removeEventListener('change', changed);
  }, [props.form, phoneChanged]);

  /** Of a form that was sent without scripts and came back: its phone is verified already. */
  const sentToken = useRef(props.values?.[FORM_EXTRAS.phoneToken]);

  /** FIN-19: the phone is verified first. */
  async function postVerified(form: string, values: Record<string, string>): Promise<LeadReply> {
    const own = values.phone === props.values?.phone ? sentToken.current : undefined;
    const token = own ?? (await phoneCode.verify());
    if (token === undefined) return { kind: 'stopped' };
    const reply = await postCustomer(form, { ...values, [FORM_EXTRAS.phoneToken]: token });
    if (reply.kind === 'refused' && reply.fields.phone !== undefined) {
      sentToken.current = undefined;
      phoneCode.forget();
    }
    return reply;
  }

  return (
    <LeadForm
      {...props}
      values={{ ...props.values, shownEstimate: shownEstimate(state.estimate) }}
      added={isStepped ? added : { afterField: added.afterField }}
      post={isStepped ? postVerified : postCustomer}
    />
  );
}
