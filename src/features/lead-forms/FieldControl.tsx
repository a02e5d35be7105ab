import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { TICKED } from '#src/domain/lead/lead-field.ts';
import { controlAttributes, errorId, inputAttributes } from './field-attributes.ts';

type Props = { form: string; field: LeadField; value: string; error: string | undefined };

const MESSAGE_ROWS = 4;

function Control({ form, field, value, error }: Props) {
  const shared = controlAttributes(form, field, error);
  switch (field.type) {
    case 'textarea':
      return (
        <textarea
          {...shared}
          className="input"
          rows={MESSAGE_ROWS}
          maxLength={field.maxLength}
          defaultValue={value}
        />
      );
    case 'select':
      return (
        <select {...shared} className="input" defaultValue={value}>
          {field.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
    default:
      return <input {...shared} {...inputAttributes(field)} className="input" defaultValue={value} />;
  }
}

/** One field with label and message; uncontrolled, so that what was typed before hydration stays. */
export function FieldControl(props: Props) {
  const { form, field, value, error } = props;
  const message = error !== undefined && (
    <p className="field-error" id={errorId(form, field.name)}>
      {error}
    </p>
  );
  if (field.type === 'hidden') return <input type="hidden" name={field.name} defaultValue={field.value} />;
  const shared = controlAttributes(form, field, error);
  if (field.type === 'opt-in' || field.type === 'terms') {
    const to = field.type === 'terms' ? '/terms-and-conditions' : '/privacy-policy';
    return (
      <div className="field lead-form-wide">
        <div className="check">
          <input {...shared} type="checkbox" value={TICKED} defaultChecked={value === TICKED} />
          <span>
            <label htmlFor={shared.id}>{field.label}</label>{' '}
            <a href={to}>{field.type === 'terms' ? 'Terms of use' : 'Privacy policy'}</a>
          </span>
        </div>
        {message}
      </div>
    );
  }
  return (
    <div className={field.type === 'textarea' ? 'field lead-form-wide' : 'field'}>
      <label htmlFor={shared.id}>
        {field.label}
        {!field.required && <span className="lead-form-optional"> (optional)</span>}
      </label>
      <Control {...props} />
      {message}
    </div>
  );
}
