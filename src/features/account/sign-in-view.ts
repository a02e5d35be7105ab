import { mobileProblem } from '#src/domain/phone-code/phone-code.ts';
import type { PhoneCodeState } from '#src/ui/phone-code-steps.ts';

/** The parts of a sign-in form that change. */
export type SignInParts = {
  form: HTMLFormElement;
  phone: HTMLInputElement;
  /** Sends the code, then signs in. */
  main: HTMLButtonElement;
  /** Says what is going on. */
  line: HTMLElement;
  /** Of the code's field and the button for another code, where the page does not ask for a code yet. */
  template: HTMLTemplateElement | null;
};

export function signInParts(part: HTMLElement): SignInParts | undefined {
  const form = part.querySelector('form');
  const phone = form?.elements.namedItem('phone');
  const main = form?.querySelector<HTMLButtonElement>('button:not([name])');
  const line = form?.querySelector<HTMLElement>('[role="status"]');
  if (!form || !main || !line || !(phone instanceof HTMLInputElement)) return undefined;
  return { form, phone, main, line, template: form.querySelector('template') };
}

const said = ({ step, phone }: PhoneCodeState): string =>
  ({
    unsent: '',
    sending: 'Sending a code…',
    sent: `We sent a code to ${phone}.`,
    verifying: 'Checking the code…',
    verified: 'Signing you in…',
  })[step];

export function codeInputOf(form: HTMLFormElement): HTMLInputElement | undefined {
  const input = form.elements.namedItem('code');
  return input instanceof HTMLInputElement ? input : undefined;
}

function clearProblems(form: HTMLFormElement): void {
  for (const each of form.querySelectorAll('.field-error, .alert')) each.remove();
  for (const each of form.querySelectorAll('[aria-invalid]')) each.removeAttribute('aria-invalid');
}

function showProblem(
  { form, phone, line }: SignInParts,
  { at, message }: NonNullable<PhoneCodeState['problem']>,
): void {
  const wrong = at === 'code' ? codeInputOf(form) : mobileProblem(phone.value) ? phone : undefined;
  const text = document.createElement('p');
  text.className = 'field-error';
  text.id = 'sign-in-problem';
  text.role = 'alert';
  text.textContent = message;
  (wrong?.closest('.field') ?? line.parentElement)?.append(text);
  wrong?.setAttribute('aria-invalid', 'true');
  wrong?.setAttribute('aria-describedby', text.id);
  wrong?.focus();
}

/** The field for the code, with the button for another one, appears once a code was sent. */
function askForCode({ form, main, line, template }: SignInParts, isAsked: boolean): void {
  const field = codeInputOf(form)?.closest('.field');
  const resend = () => form.querySelector('[name="send_code"]');
  main.textContent = isAsked ? 'Sign in' : 'Send Code';
  if (isAsked && !field && template) {
    line.parentElement?.before(template.content.cloneNode(true));
    main.after(resend() ?? '');
  }
  if (isAsked) return;
  field?.remove();
  resend()?.remove();
}

/** Shows a state of the code; fields that the shopper fills in stay as they are. */
export function showSignIn(parts: SignInParts, state: PhoneCodeState): void {
  const { form, phone, main, line } = parts;
  const { step, problem } = state;
  const isBusy = step === 'sending' || step === 'verifying' || step === 'verified';
  clearProblems(form);
  form.ariaBusy = String(isBusy);
  main.ariaBusy = String(isBusy);
  line.textContent = problem ? '' : said(state);
  if (!isBusy) askForCode(parts, step === 'sent');
  if (problem) showProblem(parts, problem);
  if (step !== 'sent' || problem) return;
  // Where the shopper goes on, unless they are at another field by now.
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement) || activeElement === phone) codeInputOf(form)?.focus();
}
