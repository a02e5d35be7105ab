import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { controlAttributes, holds } from './field-attributes.ts';

type Props = { form: string; field: LeadField; value: string; error: string | undefined };

/** Radio buttons or boxes to tick; the first has the field's own id, where an error's link leads. */
export function ChoiceControl({ form, field, value, error }: Props) {
  const { required, id, ...shared } = controlAttributes(form, field, error);
  const isOne = field.type === 'choice';
  return (
    <span className="field-choices">
      {(field.options ?? []).map((option, at) => (
        <label key={option.value} className="check">
          <input
            {...shared}
            id={at === 0 ? id : undefined}
            type={isOne ? 'radio' : 'checkbox'}
            required={isOne && required}
            value={option.value}
            defaultChecked={isOne ? value === option.value : holds(value, option.value)}
          />
          {option.label}
        </label>
      ))}
    </span>
  );
}
