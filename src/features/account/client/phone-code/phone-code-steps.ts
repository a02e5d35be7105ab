type CodeCredential = { code?: string };
type CodeRequest = CredentialRequestOptions & { otp: { transport: 'sms'[] } };

/**
 * WebOTP: reads the code from a text message bound to this site, with the shopper's consent.
 * @returns undefined if the browser does not support it, or `signal` aborts
 */
export async function receivedCode(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined;
  try {
    const request: CodeRequest = { otp: { transport: ['sms'] }, signal };
    return ((await navigator.credentials.get(request)) as CodeCredential | null)?.code;
  } catch {
    return undefined;
  }
}

/** The requests and checks of a form with a phone code; they never reject. */
export type PhoneCodeCalls = {
  /** @returns the error message for the phone, if it is invalid */
  phoneProblem(phone: string): string | undefined;
  /** @returns the error message for the code, if it is invalid */
  codeProblem(code: string): string | undefined;
  send(phone: string): Promise<{ kind: 'sent' } | Refused>;
  verify(phone: string, code: string): Promise<{ kind: 'verified'; token: string } | Refused>;
};
type Refused = { kind: 'refused'; message: string };

export type PhoneCodeState = {
  step: 'unsent' | 'sending' | 'sent' | 'verifying' | 'verified';
  /** The phone the latest code was sent to, as typed. */
  phone: string;
  /** The last error, and the field it belongs to. */
  problem?: { at: 'code' | 'phone'; message: string };
};

/** Whether a code was sent, including while another is being sent. */
export const hasRequestedCode = ({ step, phone }: PhoneCodeState): boolean =>
  step === 'sending' ? phone !== '' : step !== 'unsent';

export const SEND_FIRST_MESSAGE = 'Ask for a code first.';

/**
 * State machine of a phone code. A code is valid only for the phone it was sent to; another phone needs a new one. A
 * verified phone stays verified, so that a form that fails later needs no new code.
 * @param show called on every state change
 * @param first the state rendered by the server
 */
export function phoneCodeSteps(
  calls: PhoneCodeCalls,
  show: (state: PhoneCodeState) => void,
  first: PhoneCodeState = { step: 'unsent', phone: '' },
) {
  let state = first;
  let token: string | undefined;
  const go = (next: PhoneCodeState) => {
    state = next;
    show(next);
  };
  const isBusy = () => state.step === 'sending' || state.step === 'verifying';

  /** Returns to the previous step with an error. */
  const fail = (at: 'code' | 'phone', message: string, step: 'unsent' | 'sent') =>
    go({ step, phone: state.phone, problem: { at, message } });

  return {
    /** Call when the phone changes: the code and the token belong to the previous phone. */
    phoneChanged(phone: string): void {
      if (isBusy() || state.step === 'unsent' || phone === state.phone) return;
      token = undefined;
      go({ step: 'unsent', phone: '' });
    },

    /** @returns whether a code was sent */
    async send(phone: string): Promise<boolean> {
      if (isBusy()) return false;
      const had = state.step === 'unsent' ? 'unsent' : 'sent';
      const problem = calls.phoneProblem(phone);
      if (problem !== undefined) {
        fail('phone', problem, had);
        return false;
      }
      token = undefined;
      go({ step: 'sending', phone: state.phone });
      const reply = await calls.send(phone);
      if (reply.kind === 'refused') fail('phone', reply.message, had);
      else go({ step: 'sent', phone });
      return reply.kind === 'sent';
    },

    /** @returns the token to submit with the form; undefined if the phone is not verified */
    async verify(phone: string, code: string): Promise<string | undefined> {
      if (isBusy()) return undefined;
      if (token !== undefined && phone === state.phone) return token;
      if (state.step === 'unsent' || phone !== state.phone) {
        fail('phone', calls.phoneProblem(phone) ?? SEND_FIRST_MESSAGE, 'unsent');
        return undefined;
      }
      const problem = calls.codeProblem(code);
      if (problem !== undefined) {
        fail('code', problem, 'sent');
        return undefined;
      }
      go({ step: 'verifying', phone });
      const reply = await calls.verify(phone, code);
      if (reply.kind === 'refused') fail('code', reply.message, 'sent');
      else {
        token = reply.token;
        go({ step: 'verified', phone });
      }
      return token;
    },

    /** Call when the server rejects the token. */
    forget(): void {
      token = undefined;
      go({ step: 'unsent', phone: '' });
    },
  };
}
