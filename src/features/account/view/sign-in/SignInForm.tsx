import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CODE_FIELD } from '#src/features/account/account-fields.ts';
import {
  isCodeAsked,
  type PhoneCodeState,
} from '#src/features/account/client/phone-code/phone-code-steps.ts';
import { usePhoneCode } from '#src/features/account/client/phone-code/use-phone-code.ts';
import { FieldControl } from '#src/features/leads/client/FieldControl.tsx';
import { ErrorSummary, FailureAlert } from '#src/features/leads/client/FormAlerts.tsx';
import { checkControls, filledRows, prefill } from '#src/features/leads/client/field-attributes.ts';
import type { Failure } from '#src/features/leads/client/lead-form-props.ts';
import { phoneCodeCalls } from '#src/features/leads/client/phone-code-calls.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { mobileProblem } from '#src/features/leads/phone-code/phone-code.ts';
import { formatPhone } from '#src/platform/number/typed-number.ts';

const NAME = 'sign-in';
const CALLS = phoneCodeCalls('sign-in');
const SEND_CODE = 'send_code';
const NONE: LeadErrors = {};

type Props = {
  action: string;
  fields: readonly LeadField[];
  values: LeadValues;
  errors?: LeadErrors | undefined;
  failure?: Failure | undefined;
  hidden: Readonly<Record<string, string>>;
  /** What this request has done without scripts: whether the page asks for a code, and whether it has just sent one. */
  code: { isAsked: boolean; isNew: boolean };
  /** Number to call when no code can be sent. */
  phone: string;
};

const statusOf = ({ step, phone }: PhoneCodeState): string =>
  ({
    unsent: '',
    sending: 'Sending a code…',
    sent: `We sent a code to ${phone}.`,
    verifying: 'Checking the code…',
    verified: 'Signing you in…',
  })[step];

const phoneIn = (form: HTMLFormElement | null): string => {
  const input = form?.elements.namedItem('phone');
  return input instanceof HTMLInputElement ? formatPhone(input.value) : '';
};

/**
 * AUTH-01, AUTH-02: sends and verifies the code without leaving the page, then posts the form, which signs in. Without
 * scripts each press posts it.
 */
export function SignInForm({ action, fields, values, hidden, code: sent, phone, ...refused }: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const alertRef = useRef<HTMLDivElement>(null);
  const [first] = useState<PhoneCodeState>({
    step: sent.isAsked ? 'sent' : 'unsent',
    phone: sent.isAsked ? formatPhone(values.phone ?? '') : '',
  });
  const { state, inputRef, ...code } = usePhoneCode(CALLS, () => phoneIn(formRef.current), first);
  const [slips, setSlips] = useState(refused.errors ?? NONE);
  const [failed, setFailed] = useState(refused.failure);
  const [token, setToken] = useState(hidden[FORM_EXTRAS.phoneToken]);
  const { step, problem } = state;
  const isAsked = isCodeAsked(state);
  const isBusy = step === 'sending' || step === 'verifying' || step === 'verified';
  const hasSlips = Object.keys(slips).length > 0;
  const errors = !hasSlips && problem?.at === 'code' ? { code: problem.message } : slips;
  const failure = !hasSlips && problem?.at === 'phone' ? { message: problem.message, phone } : failed;
  const shown = isAsked ? [...fields, { ...CODE_FIELD, isFocused: sent.isNew }] : fields;

  const { phoneChanged } = code;
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    prefill(form);
    // Another phone may have been typed before hydration.
    phoneChanged(phoneIn(form));
  }, [phoneChanged]);

  // What the server rendered takes no focus: the shopper may be typing during hydration.
  const focused = useRef({ state, slips });
  useEffect(() => {
    if (focused.current.state === state && focused.current.slips === slips) return;
    focused.current = { state, slips };
    if (hasSlips || state.problem?.at === 'phone') return alertRef.current?.focus();
    if (state.step !== 'sent') return;
    const { activeElement } = document;
    // Where the shopper goes on, unless they are at another field by now.
    const isElsewhere = activeElement instanceof HTMLInputElement && activeElement.name !== 'phone';
    if (state.problem || !isElsewhere) inputRef.current?.focus();
  }, [state, slips, hasSlips, inputRef]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    // A phone that is verified already signs in with the form.
    if (token !== undefined) return;
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const isSending = !isAsked || event.nativeEvent.submitter?.getAttribute('name') === SEND_CODE;
    const found = checkControls(isSending ? fields : shown, form.elements);
    const wrongPhone = mobileProblem(phoneIn(form));
    const wrongCode = isSending
      ? undefined
      : CALLS.codeProblem(inputRef.current?.value.replace(/[\s-]/g, '') ?? '');
    const wrong = {
      ...found,
      ...(wrongPhone !== undefined && { phone: wrongPhone }),
      ...(wrongCode !== undefined && { code: wrongCode }),
    };
    setSlips(wrong);
    setFailed(undefined);
    if (Object.keys(wrong).length > 0) return;
    if (isSending) return code.send();
    const verified = await code.verify();
    if (verified === undefined) return;
    flushSync(() => setToken(verified));
    form.submit();
  }

  return (
    <form
      className="lead-form"
      ref={formRef}
      method="post"
      action={action}
      noValidate
      aria-busy={isBusy}
      data-awake={code.isAwake || undefined}
      onInput={() => phoneChanged(phoneIn(formRef.current))}
      onSubmit={submit}
    >
      {Object.keys(errors).length > 0 && (
        <ErrorSummary form={NAME} fields={shown} errors={errors} summaryRef={alertRef} />
      )}
      {failure && <FailureAlert failure={failure} alertRef={alertRef} />}
      {filledRows(shown).map((field) => (
        <FieldControl
          key={field.name}
          form={NAME}
          field={field}
          value={field.name === CODE_FIELD.name ? '' : (values[field.name] ?? '')}
          error={errors[field.name]}
          {...(field.name === CODE_FIELD.name && { inputRef })}
        />
      ))}
      {Object.entries({ ...hidden, ...(token !== undefined && { [FORM_EXTRAS.phoneToken]: token }) }).map(
        ([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      <p className="field-hint lead-form-wide" role="status">
        {state === first
          ? sent.isNew && 'We sent you a code by text message.'
          : !hasSlips && !problem && statusOf(state)}
      </p>
      <div className="lead-form-send lead-form-wide">
        <button className="button" type="submit" aria-busy={isBusy || undefined}>
          {isAsked ? 'Sign in' : 'Send Code'}
        </button>
        {isAsked && token === undefined && (
          <button className="button button-quiet" type="submit" name={SEND_CODE} value="yes">
            Resend Code
          </button>
        )}
      </div>
    </form>
  );
}
