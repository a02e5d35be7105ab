import { Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { FieldControl } from '#src/features/leads/client/FieldControl.tsx';
import { ErrorSummary, FailureAlert } from '#src/features/leads/client/FormAlerts.tsx';
import { DefaultSend, SendButton } from '#src/features/leads/client/FormButtons.tsx';
import { prefill } from '#src/features/leads/client/field-attributes.ts';
import { useOpenErrors } from '#src/features/leads/client/use-open-errors.ts';
import { shownErrors } from '#src/features/leads/test-drive/booking-fields.ts';
import { FormExtras, useVisitData } from './FormExtras.tsx';
import { FormStep, fieldsOfStep, useFormSteps } from './FormStep.tsx';
import { useFreeTimes } from './use-free-times.ts';
import { type SentFormProps, useChallenge, useLeadSubmission } from './use-lead-submission.ts';

/** Additional parts of a form. */
type Added = {
  afterField?: Readonly<Record<string, ReactNode>>;
  /** At the start of a step. */
  inStep?: Readonly<Record<number, ReactNode>>;
};

/** Without JavaScript it posts to its page; hydrated, it sends the lead with a request. */
export function LeadForm({ added = {}, ...props }: SentFormProps & { added?: Added }) {
  const { form, steps: titles, submitLabel, note, termsNote, responsePromise, pagePath, values } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const alertRef = useRef<HTMLDivElement>(null);
  const steps = useFormSteps(props, formRef);
  const { widgetRef, ...challenge } = useChallenge(props.challengeKey, formRef);
  useVisitData(formRef);
  const { state, submit } = useLeadSubmission(props, formRef, steps, challenge);
  const refused = state.kind === 'invalid' ? state.errors : undefined;
  const isSending = state.kind === 'sending';
  const fields = useFreeTimes(props.fields, formRef, refused?.slot === undefined ? undefined : state);
  const shownRefusal = useMemo(() => refused && shownErrors(fields, refused), [fields, refused]);
  const errors = useOpenErrors(shownRefusal, fields, formRef);

  useEffect(() => {
    if (formRef.current) prefill(formRef.current);
  }, []);

  // Server-rendered errors take no focus: the shopper may be typing during hydration.
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    alertRef.current?.focus();
  }, [state]);

  const controls = (shownFields: typeof fields) =>
    shownFields.map((field) => (
      <Fragment key={field.name}>
        <FieldControl
          form={form}
          field={field}
          value={values?.[field.name] ?? ''}
          error={errors[field.name]}
        />
        {added.afterField?.[field.name]}
      </Fragment>
    ));
  const sendButton = <SendButton {...{ isSending, note, termsNote, responsePromise }} label={submitLabel} />;

  return (
    <form
      className="lead-form"
      ref={formRef}
      method="post"
      action={`/enquire/${form}`}
      data-awake={steps.hydrated || undefined}
      onSubmit={submit}
      aria-busy={isSending}
    >
      {Object.keys(errors).length > 0 && (
        <ErrorSummary {...{ form, fields, errors }} summaryRef={alertRef} onFollow={steps.show} />
      )}
      {state.kind === 'failed' && <FailureAlert failure={state.failure} alertRef={alertRef} />}
      {(added.afterField || fields.some(({ loadsTimes }) => loadsTimes)) && <DefaultSend />}
      {titles.length === 0 && controls(fields)}
      {titles.map((title, step) => (
        <FormStep
          key={title}
          {...{ form, step, titles }}
          isCurrent={step === steps.current}
          onBack={() => steps.move(step - 1)}
          onContinue={() => formRef.current?.requestSubmit()}
        >
          {added.inStep?.[step]}
          {controls(fieldsOfStep(fields, step))}
          {step === titles.length - 1 && sendButton}
        </FormStep>
      ))}
      <FormExtras pagePath={pagePath} />
      <div className="lead-form-challenge" ref={widgetRef} />
      {titles.length === 0 && sendButton}
    </form>
  );
}
