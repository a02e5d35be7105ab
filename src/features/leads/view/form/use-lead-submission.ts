import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { checkControls } from '#src/features/leads/client/field-attributes.ts';
import type { Failure, LeadFormProps } from '#src/features/leads/client/lead-form-props.ts';
import { readTexts, rememberShopper } from '#src/features/leads/client/shopper-record.ts';
import { confirmationText } from '#src/features/leads/delivery/success-page-text.ts';
import {
  type LeadReply,
  postLead,
  SAME_SUBMISSION_MS,
} from '#src/features/leads/endpoints/lead-endpoints.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import {
  LEAD_FAILED_MESSAGE,
  STEP_FAILED_MESSAGE,
  UNEXPECTED_MESSAGE,
} from '#src/features/leads/fields/form-messages.ts';
import { carIdsOf, type LeadErrors } from '#src/features/leads/fields/lead-field.ts';
import { saveSuccess } from '#src/features/leads/view/thank-you/success-marker.ts';
import { maskPhone } from '#src/features/locations/location-phones.ts';
import { isAustralianPhone, normalisePhone } from '#src/platform/number/typed-number.ts';
import { successPath } from '#src/platform/routing/page-paths.ts';
import { browserStorage, readStored, writeStored } from '#src/platform/ui/storage/browser-storage.ts';
import type { FormChallenge } from './challenge-widget.ts';
import { firstInvalidStep } from './FormStep.tsx';

/** FORM-05: cars the shopper has enquired about, newest first, in localStorage. */
const ENQUIRED_KEY = 'forecourt:enquired';
const MAX_ENQUIRED_CARS = 20;

export type EnquiredCar = { car_id: string; lead_id: string };

const isEnquiredCar = (entry: unknown): entry is EnquiredCar =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof Reflect.get(entry, 'car_id') === 'string' &&
  typeof Reflect.get(entry, 'lead_id') === 'string';

export function enquiredCars(): EnquiredCar[] {
  const stored = readStored(browserStorage('localStorage'), ENQUIRED_KEY);
  return Array.isArray(stored) ? stored.filter(isEnquiredCar) : [];
}

function rememberEnquiredCars(carIds: readonly string[], leadId: string): void {
  if (carIds.length === 0) return;
  const others = enquiredCars().filter(({ car_id }) => !carIds.includes(car_id));
  const list = [...carIds.map((car_id) => ({ car_id, lead_id: leadId })), ...others].slice(
    0,
    MAX_ENQUIRED_CARS,
  );
  writeStored(browserStorage('localStorage'), ENQUIRED_KEY, list);
}

/** FORM-03: the last submission of each form, in sessionStorage as `{ content, key, at }`. */
const storageKey = (form: string): string => `forecourt:sent-lead:${form}`;

/** Fallback for browsers without storage, or with a full one. */
const memory = new Map<string, Record<string, string>>();

/** Normalises numbers, which are reformatted when a field loses focus. */
function plain(text: string): string {
  const phone = normalisePhone(text);
  if (isAustralianPhone(phone)) return phone;
  return /^[\d\s,]+$/.test(text) ? text.replace(/\D/g, '') : text;
}

/** Visit data changes, and the code is not needed again once the phone is verified (FIN-19). */
const NOT_CONTENT: ReadonlySet<string> = new Set([
  ...[FORM_EXTRAS.visitedPages, FORM_EXTRAS.linkedQueryParams],
  ...[FORM_EXTRAS.phoneToken, 'code', 'send_code'],
]);

function contentOf(values: Record<string, string>): string {
  const typed = Object.entries(values).filter(([name]) => !NOT_CONTENT.has(name));
  return JSON.stringify(typed.map(([name, text]) => [name, plain(text)]));
}

/**
 * The idempotency key of a submission: the previous one if the same values were sent shortly before, even if the page
 * was left and reopened; else a new one.
 */
export function submissionKeyFor(form: string, values: Record<string, string>): string {
  const storage = browserStorage('sessionStorage');
  const content = contentOf(values);
  const before = [memory.get(form), readTexts(storage, storageKey(form))].find(
    (last) => last?.content === content && last.key && Date.now() - Number(last.at) < SAME_SUBMISSION_MS,
  );
  const { key = crypto.randomUUID(), at = String(Date.now()) } = before ?? {};
  const sent = { content, key, at };
  memory.set(form, sent);
  writeStored(storage, storageKey(form), sent);
  return key;
}

/** Call when the server has other content under the key. */
export function forgetSubmission(form: string): void {
  memory.delete(form);
  browserStorage('sessionStorage')?.removeItem(storageKey(form));
}

/** Loads the challenge when the shopper starts the form; others send its service no requests. */
export function useChallenge(siteKey: string | undefined, formRef: RefObject<HTMLFormElement | null>) {
  const widgetRef = useRef<HTMLDivElement>(null);
  const challenge = useRef<Promise<FormChallenge | undefined> | undefined>(undefined);

  useEffect(() => {
    const form = formRef.current;
    if (!form || siteKey === undefined) return;
    const begin = () => {
      const container = widgetRef.current;
      if (!container) return;
      challenge.current ??= import('./challenge-widget.ts').then(
        ({ startChallenge }) => startChallenge(container, siteKey),
        () => undefined,
      );
    };
    if (form.contains(document.activeElement)) begin();
    form.addEventListener('focusin', begin, { once: true });
    return () => form.removeEventListener('focusin', begin);
  }, [siteKey, formRef]);

  return {
    widgetRef,
    settled: async () => (await challenge.current)?.settled(),
    renew: async () => (await challenge.current)?.renew(),
  };
}

/** FORM-03. */
export type SubmissionState =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'invalid'; errors: LeadErrors }
  | { kind: 'failed'; failure: Failure };

const POSTING_BUTTONS: ReadonlySet<string> = new Set([FORM_EXTRAS.showTimes, FORM_EXTRAS.showEstimate]);

type Challenge = { settled: () => Promise<void>; renew: () => Promise<void> };
/** `post` overrides the endpoint. */
export type SentFormProps = LeadFormProps & { post?: typeof postLead };
type Steps = { current: number; go: (step: number) => void; next: () => void };

const textsOf = (form: HTMLFormElement): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const [name, text] of new FormData(form)) {
    if (typeof text !== 'string') continue;
    const before = texts[name];
    texts[name] = before === undefined ? text : `${before}\n${text}`;
  }
  return texts;
};

function initialState({ errors, failure }: LeadFormProps): SubmissionState {
  if (errors) return { kind: 'invalid', errors };
  return failure ? { kind: 'failed', failure } : { kind: 'idle' };
}

/**
 * VDP-17: the server's message contains the dealer's number. It is masked on pages that mask numbers, whose forms
 * have none.
 * @param phone of the page
 */
export function failureOf(
  {
    message = UNEXPECTED_MESSAGE,
    phone: named,
  }: Pick<Extract<LeadReply, { kind: 'refused' }>, 'message' | 'phone'>,
  phone: string | undefined,
): Failure {
  if (phone !== undefined || named === undefined) return { message, phone: named ?? phone };
  return { message: message.replaceAll(named, maskPhone(named)) };
}

/** @returns the state, and the handler that advances a step or sends the form */
export function useLeadSubmission(
  props: SentFormProps,
  formRef: RefObject<HTMLFormElement | null>,
  steps: Steps,
  challenge: Challenge,
) {
  const { form, kind, fields, phone, post = postLead } = props;
  const [state, setState] = useState(() => initialState(props));

  // In a layout effect, before any click: native validation would block on fields of hidden steps.
  useLayoutEffect(() => {
    if (formRef.current) formRef.current.noValidate = true;
  }, [formRef]);

  useEffect(() => {
    // Restored from the back/forward cache after the success page.
    const reset = () => setState((now) => (now.kind === 'sending' ? { kind: 'idle' } : now));
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);

  function refuse(errors: LeadErrors): void {
    const step = firstInvalidStep(fields, errors);
    if (step !== undefined) steps.go(step);
    setState({ kind: 'invalid', errors });
  }

  /** FORM-13: handles every step; only the last one sends. */
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    // A button for pages without JavaScript, visible in some forms: it posts to the page.
    if (POSTING_BUTTONS.has(event.nativeEvent.submitter?.getAttribute('name') ?? '')) return;
    event.preventDefault();
    if (state.kind === 'sending') return;
    const element = event.currentTarget;
    const isLastStep = steps.current >= props.steps.length - 1;
    const relevant = isLastStep ? fields : fields.filter(({ inStep = 0 }) => inStep <= steps.current);
    try {
      const invalid = checkControls(relevant, element.elements);
      if (Object.keys(invalid).length > 0) return refuse(invalid);
      if (isLastStep) return await send(element);
      setState({ kind: 'idle' });
      steps.next();
    } catch (error) {
      console.warn('The form failed:', error);
      const message = isLastStep ? UNEXPECTED_MESSAGE : STEP_FAILED_MESSAGE;
      setState({ kind: 'failed', failure: { message, phone } });
    }
  }

  async function send(element: HTMLFormElement) {
    setState({ kind: 'sending' });
    // Sends the values at submission. A new challenge token does not change the content.
    const { [FORM_EXTRAS.challengeToken]: _, ...typed } = textsOf(element);
    await challenge.settled();
    const { [FORM_EXTRAS.challengeToken]: token } = textsOf(element);
    const values = { ...typed, ...(token === undefined ? {} : { [FORM_EXTRAS.challengeToken]: token }) };
    const key = submissionKeyFor(form, typed);
    const reply = await post(form, { ...values, [FORM_EXTRAS.submissionKey]: key });
    if (reply.kind === 'accepted') {
      const { lead_id: leadId, category, event_id: eventId, booking } = reply.accepted;
      rememberShopper(typed);
      rememberEnquiredCars(carIdsOf(typed), leadId);
      if (reply.continueAt === undefined)
        saveSuccess({ leadId, category, eventId, words: confirmationText(form, booking, kind) });
      const { continueAt } = reply;
      if (continueAt === undefined) return location.assign(successPath(form, leadId));
      // ANL-03. /success, which reports the others, is not shown.
      dispatchEvent(new CustomEvent('forecourt:event', { detail: { eventId, label: category, leadId } }));
      return location.assign(continueAt);
    }
    if (reply.kind === 'stopped') return setState({ kind: 'idle' });
    void challenge.renew();
    if (reply.kind === 'unreachable') {
      return setState({ kind: 'failed', failure: { message: LEAD_FAILED_MESSAGE, phone } });
    }
    if (Object.keys(reply.fields).length > 0) return refuse(reply.fields);
    if (reply.status === 409) forgetSubmission(form);
    setState({ kind: 'failed', failure: failureOf(reply, phone) });
  }

  return { state, submit };
}
