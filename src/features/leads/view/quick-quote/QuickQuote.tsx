import { useEffect, useRef } from 'react';
import { PhoneCodeField } from '#src/features/account/client/phone-code/PhoneCodeField.tsx';
import type { PhoneCodeCalls } from '#src/features/account/client/phone-code/phone-code-steps.ts';
import { usePhoneCode } from '#src/features/account/client/phone-code/use-phone-code.ts';
import { QUOTE_TERM } from '#src/features/finance/broker-quote.ts';
import { postCustomer, type QuotedVehicle } from '#src/features/finance/client/quote-call.ts';
import {
  QUOTE_BASIS,
  type QuoteDisplay,
  quoteSummary,
  shownEstimate,
} from '#src/features/finance/quote-estimate.ts';
import type { LeadFormProps } from '#src/features/leads/client/lead-form-props.ts';
import { phoneCodeCalls } from '#src/features/leads/client/phone-code-calls.ts';
import type { LeadReply } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { stepId } from '#src/features/leads/view/form/FormStep.tsx';
import { LeadForm } from '#src/features/leads/view/form/LeadForm.tsx';
import { useEstimate } from './use-estimate.ts';

type Props = {
  start: { rateText: string; comparisonText: string } | null;
  /** A string is an error message, which replaces the figures. */
  estimate: QuoteDisplay | string | null;
  isBusy: boolean;
  advertised: string | null;
  /** Only one estimate of a page is announced; each has the warning. */
  isRepeated?: boolean;
};

const Figures = ({ figures }: { figures: readonly (string | undefined)[] }) => (
  <ul className="quote-figures">{figures.map((figure) => figure && <li key={figure}>{figure}</li>)}</ul>
);

/** FIN-02: the estimate, with both rates in the same size, and its assumptions. */
function Estimate({ start, estimate, isBusy, advertised, isRepeated = false }: Props) {
  const isFailed = typeof estimate === 'string';
  const display = isFailed ? null : estimate;
  const text = isFailed ? estimate : display ? quoteSummary(display) : '';
  return (
    <>
      <div className="quote-now" aria-busy={isBusy}>
        {isFailed && <p className="field-error">{estimate}</p>}
        {display?.kind === 'enquire' && <p className="quote-enquire">{display.text}</p>}
        {display?.kind === 'amount' && (
          <>
            <p className="muted">Estimate {display.termText}</p>
            <Figures
              figures={[display.amountText, display.monthText, display.rateText, display.comparisonText]}
            />
          </>
        )}
        {estimate === null && start && (
          <>
            <p className="muted">Before your estimate, as a guide</p>
            <Figures figures={[start.rateText, start.comparisonText]} />
          </>
        )}
      </div>
      {!isRepeated && (
        <p className="visually-hidden" role="status">
          {isBusy ? '' : text}
        </p>
      )}
      {advertised && <p className="quote-basis">{advertised}</p>}
      <p className="quote-basis">{QUOTE_BASIS}</p>
    </>
  );
}

/** FIN-19, AUTH-01: the last step. */
const FINANCE_CODE: PhoneCodeCalls = phoneCodeCalls('finance');

/** The phone typed into the form that contains an element. */
function phoneOf(part: Element | null): string {
  const field = part?.closest('form')?.elements.namedItem('phone');
  return field instanceof HTMLInputElement ? field.value : '';
}

export type QuickQuoteProps = LeadFormProps & {
  /** Name of the broker; null if the form is only a lead. */
  broker: string | null;
  start: { rateText: string; comparisonText: string } | null;
  estimate: QuoteDisplay | string | null;
  notice: string | null;
  advertised: string | null;
  vehicle: QuotedVehicle;
  /** Whether the server has sent a code, without JavaScript. */
  isCodeSent?: boolean;
};

/** FIN-02: a lead form with the broker's estimate, on one page or in steps. */
export function QuickQuote({
  broker,
  start,
  estimate: first,
  notice,
  advertised,
  vehicle,
  isCodeSent = false,
  ...props
}: QuickQuoteProps) {
  const ref = useRef<HTMLDivElement>(null);
  const state = useEstimate(ref, first, vehicle, broker !== null);
  const shown = { start, advertised, ...state };
  const isStepped = props.steps.length > 0;
  const phoneCode = usePhoneCode(FINANCE_CODE, () => phoneOf(document.getElementById(stepId(props.form, 0))));
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
    const changed = () => phoneChanged(phoneOf(form ?? null));
    form?.addEventListener('change', changed);
    return () => form?.removeEventListener('change', changed);
  }, [props.form, phoneChanged]);

  /** From a form posted without JavaScript: its phone is already verified. */
  const sentToken = useRef(props.values?.[FORM_EXTRAS.phoneToken]);

  /** FIN-19: verifies the phone first. */
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
