import { formatPhone } from '#src/domain/lead/phone.ts';
import { type PhoneCodeState, phoneCodeSteps } from '#src/ui/phone-code-steps.ts';
import { receivedCode } from '#src/ui/received-code.ts';
import { phoneCodeCalls } from '#src/wire/phone-code-calls.ts';
import { codeInputOf, showSignIn, signInParts } from './sign-in-view.ts';

const TOKEN = 'phone_token';

function hiddenField(name: string, value: string): HTMLInputElement {
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name, value });
  return field;
}

/** A browser that reads text messages fills the code in. @returns its end */
function awaitText(form: HTMLFormElement): () => void {
  const waiting = new AbortController();
  receivedCode(waiting.signal).then((code) => {
    const input = codeInputOf(form);
    if (input?.value === '' && code !== undefined) input.value = code;
  });
  return () => waiting.abort();
}

/** What the browser finds wrong with the fields that the code does not depend on. */
const otherFault = (form: HTMLFormElement): HTMLInputElement | undefined =>
  [...form.elements]
    .filter((field) => field instanceof HTMLInputElement)
    .find(({ name, validity }) => name !== 'phone' && name !== 'code' && !validity.valid);

/**
 * AUTH-01, AUTH-02: sends and verifies the code without leaving the page, then lets the form sign in. The form works
 * alone; what a shopper typed or got before this runs stays as it is.
 */
export function startSignIn(part: HTMLElement): void {
  const parts = signInParts(part);
  if (!parts) return;
  const { form, phone } = parts;
  // Its digits are grouped once the field is left, which makes it no other phone.
  const typed = () => formatPhone(phone.value);
  let stopWaiting = codeInputOf(form) ? awaitText(form) : undefined;
  const steps = phoneCodeSteps(
    phoneCodeCalls('sign-in'),
    (state: PhoneCodeState) => {
      showSignIn(parts, state);
      if (state.step !== 'sent' || state.problem) return;
      stopWaiting?.();
      stopWaiting = awaitText(form);
    },
    codeInputOf(form) && { step: 'sent', phone: formatPhone(phone.defaultValue) },
  );

  async function verify(): Promise<void> {
    const code = codeInputOf(form)?.value.replace(/[\s-]/g, '') ?? '';
    const token = await steps.verify(typed(), code);
    if (token === undefined) return;
    stopWaiting?.();
    form.append(hiddenField(TOKEN, token));
    form.submit();
  }

  function submit(event: SubmitEvent): void {
    // A phone that is verified already signs in with the form.
    if (form.elements.namedItem(TOKEN)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const isResend = event.submitter?.getAttribute('name') === 'send_code';
    const fault = otherFault(form);
    if (fault) fault.reportValidity();
    else if (isResend || !codeInputOf(form)) void steps.send(typed());
    else void verify();
  }

  const changed = () => steps.phoneChanged(typed());
  changed();
  phone.addEventListener('input', changed);
  form.addEventListener('submit', submit, { capture: true });
}
