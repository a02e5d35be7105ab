import type { RefObject } from 'react';
import type { LeadErrors, LeadField } from '#src/domain/lead/lead-field.ts';
import { FIX_ERRORS_MESSAGE } from '#src/domain/lead/messages.ts';
import { fieldId } from './field-attributes.ts';

type Props = {
  form: string;
  fields: readonly LeadField[];
  errors: LeadErrors;
  summaryRef?: RefObject<HTMLDivElement | null>;
  /** Called with the step of a field before its link is followed. */
  onFollow?: (step: number) => void;
};

const labelOf = ({ type, label }: LeadField) => {
  if (type === 'terms' || type === 'opt-in') return '';
  return label.endsWith('?') ? `${label} ` : `${label}: `;
};

/** Lists the errors, each a link to its field; takes the focus when it appears, even without scripts. */
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
