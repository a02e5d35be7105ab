import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CODE_FIELD } from '#src/features/account/account-fields.ts';
import {
  hasRequestedCode,
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
  /** Server-rendered state: whether the page has the code's input, and whether this request sent a code. */
  code: { isAsked: boolean; isNew: boolean };
  /** The number to call if no code can be sent. */
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
 * AUTH-01, AUTH-02: sends and verifies the code with requests, then submits the form, which signs in. Without
 * JavaScript each button submits the form.
 */
export function SignInForm({ action, fields, values, hidden, code: sent, phone, ...refused }: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const alertRef = useRef<HTMLDivElement>(null);
  const moreRef = useRef<HTMLDetailsElement>(null);
  const [first] = useState<PhoneCodeState>({
    step: sent.isAsked ? 'sent' : 'unsent',
    phone: sent.isAsked ? formatPhone(values.phone ?? '') : '',
  });
  const { state, inputRef, ...code } = usePhoneCode(CALLS, () => phoneIn(formRef.current), first);
  const [fieldErrors, setFieldErrors] = useState(refused.errors ?? NONE);
  const [failed, setFailed] = useState(refused.failure);
  const [token, setToken] = useState(hidden[FORM_EXTRAS.phoneToken]);
  const { step, problem } = state;
  const isAsked = hasRequestedCode(state);
  const isBusy = step === 'sending' || step === 'verifying' || step === 'verified';
  const hasFieldErrors = Object.keys(fieldErrors).length > 0;
  const errors = !hasFieldErrors && problem?.at === 'code' ? { code: problem.message } : fieldErrors;
  const failure = !hasFieldErrors && problem?.at === 'phone' ? { message: problem.message, phone } : failed;
  const shown = isAsked ? [...fields, { ...CODE_FIELD, isFocused: sent.isNew }] : fields;
  const more = shown.filter(({ required }) => !required);
  const hasMoreErrors = more.some(({ name }) => errors[name] !== undefined);
  const [isMoreOpen] = useState(hasMoreErrors || more.some(({ name }) => (values[name] ?? '') !== ''));

  const { phoneChanged } = code;
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    prefill(form);
    // What is sent is shown.
    const optional =
      moreRef.current?.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"])') ?? [];
    if (moreRef.current && [...optional].some(({ value }) => value !== '')) moreRef.current.open = true;
    // The phone may have been changed before hydration.
    phoneChanged(phoneIn(form));
  }, [phoneChanged]);

  // Errors rendered by the server take no focus: the shopper may be typing during hydration.
  const focused = useRef({ state, fieldErrors });
  useEffect(() => {
    if (focused.current.state === state && focused.current.fieldErrors === fieldErrors) return;
    focused.current = { state, fieldErrors };
    if (hasMoreErrors && moreRef.current) moreRef.current.open = true;
    if (hasFieldErrors || state.problem?.at === 'phone') return alertRef.current?.focus();
    if (state.step !== 'sent') return;
    const { activeElement } = document;
    // Move focus to the code unless the shopper has moved to another field.
    const isElsewhere = activeElement instanceof HTMLInputElement && activeElement.name !== 'phone';
    if (state.problem || !isElsewhere) inputRef.current?.focus();
  }, [state, fieldErrors, hasFieldErrors, hasMoreErrors, inputRef]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    // A verified phone signs in by submitting the form.
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
    setFieldErrors(wrong);
    setFailed(undefined);
    if (Object.keys(wrong).length > 0) return;
    if (isSending) return code.send();
    const verified = await code.verify();
    if (verified === undefined) return;
    flushSync(() => setToken(verified));
    form.submit();
  }

  const controls = (own: readonly LeadField[]) =>
    filledRows(own).map((field) => (
      <FieldControl
        key={field.name}
        form={NAME}
        field={field}
        value={field.name === CODE_FIELD.name ? '' : (values[field.name] ?? '')}
        error={errors[field.name]}
        {...(field.name === CODE_FIELD.name && { inputRef })}
      />
    ));

  return (
    <form
      className="lead-form"
      ref={formRef}
      method="post"
      action={action}
      noValidate
      aria-busy={isBusy}
      data-awake={code.hydrated || undefined}
      onInput={() => phoneChanged(phoneIn(formRef.current))}
      onSubmit={submit}
    >
      {Object.keys(errors).length > 0 && (
        <ErrorSummary form={NAME} fields={shown} errors={errors} summaryRef={alertRef} />
      )}
      {failure && <FailureAlert failure={failure} alertRef={alertRef} />}
      {controls(shown.filter(({ required }) => required))}
      {Object.entries({ ...hidden, ...(token !== undefined && { [FORM_EXTRAS.phoneToken]: token }) }).map(
        ([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      <p className="field-hint lead-form-wide" role="status">
        {state === first
          ? sent.isNew && 'We sent you a code by text message.'
          : !hasFieldErrors && !problem && statusOf(state)}
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
      {more.length > 0 && (
        <details className="disclosure lead-form-wide" ref={moreRef} open={isMoreOpen}>
          <summary>Add your name and email (optional)</summary>
          <div className="lead-form">{controls(more)}</div>
        </details>
      )}
    </form>
  );
}
