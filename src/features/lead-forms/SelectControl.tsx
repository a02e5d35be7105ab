import type { FieldOption, LeadField } from '#src/domain/lead/lead-field.ts';
import { controlAttributes } from './field-attributes.ts';

type SelectControlProps = { form: string; field: LeadField; value: string; error: string | undefined };

const Option = ({ value, label }: FieldOption) => <option value={value}>{label}</option>;

/** A select; options of one group are listed under its heading. */
export function SelectControl({ form, field, value, error }: SelectControlProps) {
  const options = field.options ?? [];
  const groups = [...new Set(options.flatMap(({ group }) => group ?? []))];
  return (
    <select
      {...controlAttributes(form, field, error)}
      className="input"
      defaultValue={value}
      autoComplete={field.autocomplete ?? 'off'}
    >
      {options
        .filter(({ group }) => group === undefined)
        .map((option) => (
          <Option key={option.value} {...option} />
        ))}
      {groups.map((group) => (
        <optgroup key={group} label={group}>
          {options
            .filter((option) => option.group === group)
            .map((option) => (
              <Option key={option.value} {...option} />
            ))}
        </optgroup>
      ))}
    </select>
  );
}
