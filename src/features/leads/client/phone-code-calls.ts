import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import {
  codeProblem,
  mobileProblem,
  type PhoneCodePurpose,
  postSendCode,
  postVerifyCode,
} from '#src/features/leads/phone-code/phone-code.ts';

/** AUTH-01, ANL-04: validates, sends and verifies a code, and reports both events. Never rejects. */
export function phoneCodeCalls(purpose: PhoneCodePurpose) {
  const report = (eventId: number): boolean =>
    dispatchEvent(new CustomEvent('forecourt:event', { detail: { eventId, label: purpose } }));
  return {
    phoneProblem: mobileProblem,
    codeProblem,
    async send(phone: string) {
      const reply = await postSendCode(phone, purpose);
      if (reply.kind === 'sent') report(ANALYTICS_EVENTS.codeSent);
      return reply;
    },
    async verify(phone: string, code: string) {
      const reply = await postVerifyCode(phone, purpose, code);
      if (reply.kind === 'verified') report(ANALYTICS_EVENTS.codeVerified);
      return reply;
    },
  };
}
