import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PhoneCodeField } from './PhoneCodeField.tsx';
import type { PhoneCodeState } from './phone-code-steps.ts';

const html = (state: PhoneCodeState, more: { hydrated?: boolean; isSent?: boolean } = {}) => {
  const { hydrated = true, isSent = false } = more;
  const code = { state, hydrated, inputRef: { current: null }, send: () => {} };
  return renderToStaticMarkup(<PhoneCodeField id="p" code={code} isSent={isSent} />);
};
const PHONE = '0412 345 678';

it('AUTH-01 first there is a button alone; once a code was sent it reads Resend Code', () => {
  const first = html({ step: 'unsent', phone: '' });
  expect(first).toContain('>Send Code</button>');
  expect(first).not.toContain('<input');
  const sent = html({ step: 'sent', phone: PHONE });
  expect(sent).toContain('>Resend Code</button>');
  expect(sent).toContain(`role="status">We sent a code to ${PHONE}.<`);
});

it('AUTH-02 the field takes a code from the browser, by digits', () => {
  const sent = html({ step: 'sent', phone: PHONE });
  expect(sent).toContain('<label for="p">Verification code</label>');
  for (const attribute of ['inputMode="numeric"', 'autoComplete="one-time-code"', 'name="code"', 'id="p"'])
    expect(sent).toContain(attribute);
  expect(sent).not.toContain('maxLength');
});

it('AUTH-02 what went wrong is announced, and tied to the field', () => {
  const problem = { at: 'code', message: 'The verification code is invalid. Please try again.' } as const;
  const wrong = html({ step: 'sent', phone: PHONE, problem });
  expect(wrong).toContain(`<p class="field-error" id="p-error" role="alert">${problem.message}</p>`);
  expect(wrong).toContain('aria-invalid="true"');
  expect(wrong).toContain('aria-describedby="p-error"');
  expect(html({ step: 'sent', phone: PHONE })).not.toContain('aria-describedby');
});

it('AUTH-01 the field stays while another code is sent, and nothing can be pressed twice', () => {
  expect(html({ step: 'sending', phone: '' })).not.toContain('<input');
  const again = html({ step: 'sending', phone: PHONE });
  expect(again).toContain('<input');
  expect(again).toContain('aria-disabled="true"');
  expect(html({ step: 'verified', phone: PHONE })).not.toMatch(/<input|<button/);
});

it('FIN-19 without scripts the button sends the form to its page, which shows the field', () => {
  const first = html({ step: 'unsent', phone: '' }, { hydrated: false });
  expect(first).toMatch(/<button [^>]*type="submit" value="yes" formNoValidate=""[^>]*name="send_code"/);
  expect(html({ step: 'unsent', phone: '' }, { hydrated: false, isSent: true })).toContain('name="code"');
  expect(html({ step: 'unsent', phone: '' })).toMatch(/<button [^>]*type="button"/);
});
