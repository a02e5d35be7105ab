import type { RefObject } from 'react';
import { FIX_ERRORS_MESSAGE, SUBMIT_ERROR_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import type { LeadErrors, LeadField } from '#src/features/leads/fields/lead-field.ts';
import { fieldId } from './field-attributes.ts';
import type { Failure } from './lead-form-props.ts';

type Props = {
  form: string;
  fields: readonly LeadField[];
  errors: LeadErrors;
  summaryRef?: RefObject<HTMLDivElement | null>;
  /** Called with the field's step before its link is followed. */
  onFollow?: (step: number) => void;
};

const labelOf = ({ type, label }: LeadField) => {
  if (type === 'terms' || type === 'opt-in') return '';
  return label.endsWith('?') ? `${label} ` : `${label}: `;
};

/** Lists the errors as links to their fields. Takes focus when it appears, even without JavaScript. */
export function ErrorSummary({ form, fields, errors, summaryRef, onFollow }: Props) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the refusal is the first thing a screen reader should announce.
    <div className="alert lead-form-alert" role="alert" tabIndex={-1} ref={summaryRef} autoFocus>
      <p className="lead-form-alert-title">{FIX_ERRORS_MESSAGE}</p>
      <ul>
        {fields
          .filter(({ name }) => errors[name] !== undefined)
          .map((field) => (
            <li key={field.name}>
              {field.type === 'hidden' ? (
                errors[field.name]
              ) : (
                <a href={`#${fieldId(form, field.name)}`} onClick={() => onFollow?.(field.inStep ?? 0)}>
                  {labelOf(field)}
                  {errors[field.name]}
                </a>
              )}
            </li>
          ))}
      </ul>
    </div>
  );
}

type FailureAlertProps = { failure: Failure; alertRef?: RefObject<HTMLDivElement | null> };

/** Sending failed: the input is preserved, and the message has another way to reach the dealer. */
export function FailureAlert({ failure: { message, phone }, alertRef }: FailureAlertProps) {
  return (
    <div className="alert lead-form-alert" role="alert" tabIndex={-1} ref={alertRef}>
      <p className="lead-form-alert-title">{SUBMIT_ERROR_MESSAGE}</p>
      <p>{message}</p>
      <p>
        Your details are still here: please try again, or{' '}
        {phone === undefined ? (
          <a href="/contact">see how to reach us</a>
        ) : (
          <>
            call <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
          </>
        )}
        .
      </p>
    </div>
  );
}
