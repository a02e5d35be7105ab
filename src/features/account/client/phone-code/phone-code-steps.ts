type CodeCredential = { code?: string };
type CodeRequest = CredentialRequestOptions & { otp: { transport: 'sms'[] } };

/**
 * WebOTP: the code of a text message bound to this site, where the browser reads it with the shopper's consent.
 * @returns undefined where it cannot, or `signal` ends it
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

/** What a form does about a phone; the calls never reject. */
export type PhoneCodeCalls = {
  /** @returns what is wrong with the phone as typed */
  phoneProblem(phone: string): string | undefined;
  /** @returns what is wrong with the code as typed */
  codeProblem(code: string): string | undefined;
  send(phone: string): Promise<{ kind: 'sent' } | Refused>;
  verify(phone: string, code: string): Promise<{ kind: 'verified'; token: string } | Refused>;
};
type Refused = { kind: 'refused'; message: string };

export type PhoneCodeState = {
  step: 'unsent' | 'sending' | 'sent' | 'verifying' | 'verified';
  /** That the newest code went to, as typed. */
  phone: string;
  /** What went wrong last, at the code or at the phone. */
  problem?: { at: 'code' | 'phone'; message: string };
};

/** Whether there is a code to type: one was sent, also while another one is. */
export const isCodeAsked = ({ step, phone }: PhoneCodeState): boolean =>
  step === 'sending' ? phone !== '' : step !== 'unsent';

export const SEND_FIRST_MESSAGE = 'Ask for a code first.';

/**
 * Not sent, sending, sent, verifying, verified. A code belongs to the phone it went to: with another phone, the next
 * one is asked for. A verified phone stays verified, so that a form which fails later needs no other code.
 * @param show called with each state after the first
 * @param first where a page without scripts has got to
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

  /** Back to where the shopper was, with what went wrong. */
  const fail = (at: 'code' | 'phone', message: string, step: 'unsent' | 'sent') =>
    go({ step, phone: state.phone, problem: { at, message } });

  return {
    /** The phone was changed: its code, and what it verified, are another's. */
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

    /** @returns the token that the form presents; undefined if the phone is not verified */
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

    /** The server no longer knows the token. */
    forget(): void {
      token = undefined;
      go({ step: 'unsent', phone: '' });
    },
  };
}
