import type { RefObject } from 'react';
import type { LeadErrors, LeadField } from '#src/domain/lead/lead-field.ts';
import { FIX_ERRORS_MESSAGE } from '#src/domain/lead/messages.ts';
import { fieldId } from './field-attributes.ts';

type Props = {
  form: string;
  fields: readonly LeadField[];
  errors: LeadErrors;
  summaryRef: RefObject<HTMLDivElement | null>;
};

const labelOf = ({ type, label }: LeadField) => (type === 'terms' || type === 'opt-in' ? '' : `${label}: `);

/** Lists what to fix, each entry a link to its field; takes the focus when it appears. */
export function ErrorSummary({ form, fields, errors, summaryRef }: Props) {
  return (
    <div className="alert lead-form-alert" role="alert" tabIndex={-1} ref={summaryRef}>
      <p className="lead-form-alert-title">{FIX_ERRORS_MESSAGE}</p>
      <ul>
        {fields
          .filter(({ name }) => errors[name] !== undefined)
          .map((field) => (
            <li key={field.name}>
              {field.type === 'hidden' ? (
                errors[field.name]
              ) : (
                <a href={`#${fieldId(form, field.name)}`}>
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
