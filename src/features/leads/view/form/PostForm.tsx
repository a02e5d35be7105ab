import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FieldControl } from '#src/features/leads/client/FieldControl.tsx';
import { ErrorSummary, FailureAlert } from '#src/features/leads/client/FormAlerts.tsx';
import { filledRows, prefill } from '#src/features/leads/client/field-attributes.ts';
import type { Failure } from '#src/features/leads/client/lead-form-props.ts';
import { storePendingShopper } from '#src/features/leads/client/shopper-record.ts';
import { useOpenErrors } from '#src/features/leads/client/use-open-errors.ts';
import type { LeadErrors, LeadField, LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { useHydrated } from '#src/platform/ui/hydration/hydration-hooks.ts';
import { FormExtras, useVisitData } from './FormExtras.tsx';

type SubmitButton = { label: string; name?: string; value?: string };

export type PostFormProps = {
  /** Prefix of field ids. */
  name: string;
  action: string;
  fields?: readonly LeadField[];
  values?: LeadValues | undefined;
  errors?: LeadErrors | undefined;
  failure?: Failure | undefined;
  /** Enter activates the first. */
  buttons: readonly SubmitButton[];
  hidden?: Readonly<Record<string, string>>;
  /** For lead forms: adds visit data and honeypot. */
  pagePath?: string | undefined;
  /** Rendered after the fields. */
  children?: ReactNode;
};

/** A form that is posted and leads to a page. The server validates it, with the form's own messages. */
export function PostForm({
  name,
  action,
  fields = [],
  values = {},
  errors: refused,
  failure,
  ...more
}: PostFormProps) {
  const { buttons, hidden = {}, pagePath, children } = more;
  const isLead = pagePath !== undefined;
  const formRef = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  /** The value of the clicked button. */
  const [pressed, setPressed] = useState<string>();
  const errors = useOpenErrors(refused, fields, formRef);
  useVisitData(formRef, isLead);

  useEffect(() => {
    if (formRef.current) prefill(formRef.current);
    // For a page restored from the back/forward cache.
    const restore = () => setPressed(undefined);
    addEventListener('pageshow', restore);
    return () => removeEventListener('pageshow', restore);
  }, []);

  /** FORM-03: further clicks are ignored until the next page loads. */
  function send(event: SubmitEvent<HTMLFormElement>) {
    if (pressed !== undefined) return event.preventDefault();
    setPressed(event.nativeEvent.submitter?.getAttribute('value') ?? '');
    if (!isLead) return;
    const texts = [...new FormData(event.currentTarget)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    storePendingShopper(Object.fromEntries(texts));
  }

  return (
    <form
      className="lead-form"
      ref={formRef}
      method="post"
      action={action}
      noValidate
      data-awake={isHydrated || undefined}
      aria-busy={pressed !== undefined}
      onSubmit={send}
    >
      {Object.keys(errors).length > 0 && <ErrorSummary form={name} fields={fields} errors={errors} />}
      {failure && <FailureAlert failure={failure} />}
      {filledRows(fields).map((field) => (
        <FieldControl
          key={field.name}
          form={name}
          field={field}
          value={values[field.name] ?? ''}
          error={errors[field.name]}
        />
      ))}
      {children}
      {Object.entries(hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} defaultValue={value} />
      ))}
      {isLead && <FormExtras pagePath={pagePath} />}
      <div className="lead-form-send lead-form-wide">
        {buttons.map(({ label, ...sent }, at) => (
          <button
            key={label}
            className={at === 0 ? 'button' : 'button button-quiet'}
            type="submit"
            {...sent}
            aria-busy={pressed === (sent.value ?? '') || undefined}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  );
}
