import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useState } from 'react';
import { carIdsOf } from '#src/domain/lead/car-ids.ts';
import { confirmationText } from '#src/domain/lead/delivery/sent-words.ts';
import type { LeadErrors } from '#src/domain/lead/lead-field.ts';
import { LEAD_FAILED_MESSAGE, STEP_FAILED_MESSAGE, UNEXPECTED_MESSAGE } from '#src/domain/lead/messages.ts';
import { maskPhone } from '#src/domain/location/dealer-phone.ts';
import { successPath } from '#src/routing/page-paths.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { type LeadReply, postLead } from '#src/wire/leads.ts';
import { rememberEnquiredCars } from './enquired-cars.ts';
import { checkControls } from './field-checks.ts';
import { faultyStep } from './form-steps.ts';
import type { Failure, LeadFormProps } from './lead-form-props.ts';
import { forgetSubmission, submissionKeyFor } from './sent-lead.ts';
import { rememberShopper } from './shopper-record.ts';
import { saveSuccess } from './success-marker.ts';

/** FORM-03: idle, then sending, then the success page or an error. */
export type SubmissionState =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'invalid'; errors: LeadErrors }
  | { kind: 'failed'; failure: Failure };

const PAGE_BUTTONS: ReadonlySet<string> = new Set([FORM_EXTRAS.showTimes, FORM_EXTRAS.showEstimate]);

type Challenge = { settled: () => Promise<void>; renew: () => Promise<void> };
/** A form that is sent elsewhere than other leads has its own `post`. */
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
 * VDP-17: the server's message names the dealer's number. A page that masks numbers gives its forms none, and the
 * message is masked there too.
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

/** @returns the state to show, and the handler that sends the form or, before its last step, opens the next */
export function useLeadSubmission(
  props: SentFormProps,
  formRef: RefObject<HTMLFormElement | null>,
  steps: Steps,
  challenge: Challenge,
) {
  const { form, kind, fields, phone, post = postLead } = props;
  const [state, setState] = useState(() => initialState(props));

  // Before any press reaches React: the browser's own check would refuse fields of steps that are not shown.
  useLayoutEffect(() => {
    if (formRef.current) formRef.current.noValidate = true;
  }, [formRef]);

  useEffect(() => {
    // Restored from the back/forward cache after the success page.
    const wake = () => setState((now) => (now.kind === 'sending' ? { kind: 'idle' } : now));
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  /** There is an error that the shopper can see. */
  function refuse(errors: LeadErrors): void {
    const step = faultyStep(fields, errors);
    if (step !== undefined) steps.go(step);
    setState({ kind: 'invalid', errors });
  }

  /** FORM-13: one call for every step; only the last one sends. */
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    // A button for browsers without scripts, which some others show too: it posts to the page.
    if (PAGE_BUTTONS.has(event.nativeEvent.submitter?.getAttribute('name') ?? '')) return;
    event.preventDefault();
    if (state.kind === 'sending') return;
    const element = event.currentTarget;
    const isLastStep = steps.current >= props.steps.length - 1;
    const asked = isLastStep ? fields : fields.filter(({ inStep = 0 }) => inStep <= steps.current);
    try {
      const slips = checkControls(asked, element.elements);
      if (Object.keys(slips).length > 0) return refuse(slips);
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
    // The values at the time of the press are sent. A new challenge token does not change the content.
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
