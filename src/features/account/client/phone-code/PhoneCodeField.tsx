import { onlyDigits } from '#src/platform/ui/dom/input-events.ts';
import { hasRequestedCode } from './phone-code-steps.ts';
import type { PhoneCode } from './use-phone-code.ts';

type Props = {
  /** Element id, unique on the page. */
  id: string;
  code: Pick<PhoneCode, 'state' | 'inputRef' | 'hydrated' | 'send'>;
  /** Whether the server has sent a code for this page, without JavaScript. */
  isSent?: boolean;
};

const CODE_LENGTH = 6;

/**
 * AUTH-01, AUTH-02: requests a code by text message and has an input for it; the form verifies it on submit. Without
 * JavaScript the button submits the form with `send_code`, and the server does the same.
 */
export function PhoneCodeField({ id, code: { state, inputRef, hydrated, send }, isSent = false }: Props) {
  const { step, phone, problem } = state;
  const hasCode = (hasRequestedCode(state) && step !== 'verified') || (step === 'unsent' && isSent);
  const statusText = {
    unsent: '',
    sending: 'Sending a code…',
    sent: `We sent a code to ${phone}.`,
    verifying: 'Checking the code…',
    verified: `${phone} is verified.`,
  }[step];
  const errorId = `${id}-error`;
  return (
    <div className="field phone-code">
      {hasCode && (
        <>
          <label htmlFor={id}>Verification code</label>
          <input
            id={id}
            className="input"
            name="code"
            ref={inputRef}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d{6}"
            required
            onInput={onlyDigits(CODE_LENGTH)}
            aria-invalid={problem?.at === 'code' || undefined}
            aria-describedby={problem ? errorId : undefined}
          />
        </>
      )}
      <p className="field-hint" role="status">
        {problem ? '' : statusText}
      </p>
      {problem && (
        <p className="field-error" id={errorId} role="alert">
          {problem.message}
        </p>
      )}
      {step !== 'verified' && (
        <div>
          <button
            className="button button-quiet"
            // The first button that submits is the one Enter presses: that sends the form.
            type={hydrated ? 'button' : 'submit'}
            name="send_code"
            value="yes"
            formNoValidate
            aria-disabled={step === 'sending' || step === 'verifying'}
            onClick={(event) => {
              event.preventDefault();
              send();
            }}
          >
            {hasCode ? 'Resend Code' : 'Send Code'}
          </button>
        </div>
      )}
    </div>
  );
}
