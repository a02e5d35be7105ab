import { type FocusEvent, useEffect, useRef } from 'react';
import { formatPhone } from '#src/domain/lead/phone.ts';
import { FORM_EXTRAS } from '#src/wire/leads.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FailureAlert } from './FailureAlert.tsx';
import { FieldControl } from './FieldControl.tsx';
import type { LeadFormProps } from './lead-form-props.ts';
import { prefill } from './prefill.ts';
import { useLeadSubmission } from './use-lead-submission.ts';

function groupDigits(field: EventTarget): void {
  if (field instanceof HTMLInputElement && field.type === 'tel') field.value = formatPhone(field.value);
}

/** FORM-07: a number is grouped once the shopper has left it, also one typed before the island woke. */
function groupLeftNumbers(form: HTMLFormElement): void {
  for (const field of form.elements) if (field !== document.activeElement) groupDigits(field);
}

/** A whole lead form. Plain HTML posts it to its page; hydrated, it sends by itself and stays in place. */
export function LeadForm(props: LeadFormProps) {
  const { form, fields, submitLabel, responsePromise, pagePath, values } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const alertRef = useRef<HTMLDivElement>(null);
  const { state, submit } = useLeadSubmission(props, formRef);
  const errors = state.kind === 'invalid' ? state.errors : {};
  const sending = state.kind === 'sending';

  useEffect(() => {
    if (!formRef.current) return;
    prefill(formRef.current);
    groupLeftNumbers(formRef.current);
  }, []);

  // What the server has rendered takes no focus: the shopper may be typing when the island wakes.
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    alertRef.current?.focus();
  }, [state]);

  return (
    <form
      className="lead-form"
      ref={formRef}
      method="post"
      action={`/enquire/${form}`}
      data-lead-form
      onSubmit={submit}
      onBlur={({ target }: FocusEvent) => groupDigits(target)}
      aria-busy={sending}
    >
      {state.kind === 'invalid' && <ErrorSummary {...{ form, fields, errors }} summaryRef={alertRef} />}
      {state.kind === 'failed' && <FailureAlert failure={state.failure} alertRef={alertRef} />}
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          form={form}
          field={field}
          value={values?.[field.name] ?? ''}
          error={errors[field.name]}
        />
      ))}
      <div className="lead-form-trap" aria-hidden="true">
        <label>
          Leave this empty
          <input name={FORM_EXTRAS.trap} type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <input type="hidden" name={FORM_EXTRAS.pagePath} defaultValue={pagePath} />
      <input type="hidden" name={FORM_EXTRAS.visitedPages} />
      <input type="hidden" name={FORM_EXTRAS.linkedQueryParams} />
      <div className="lead-form-send lead-form-wide">
        <button className="button" type="submit" aria-disabled={sending}>
          {sending && <span className="lead-form-spinner" aria-hidden="true" />}
          {sending ? 'Sending…' : submitLabel}
        </button>
        <p className="muted">{responsePromise}</p>
      </div>
    </form>
  );
}
