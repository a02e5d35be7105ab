import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { groupedNumber } from '#src/domain/lead/number-text.ts';
import { controlAttributes, fieldId, inputAttributes } from './field-attributes.ts';

type Props = { form: string; field: LeadField; value: string; error: string | undefined };

const pickText = (type: LeadField['type'], pick: number): string =>
  type === 'money' ? `$${groupedNumber(String(pick))}` : `${groupedNumber(String(pick))} kms`;

/** FORM-09: dollars or kilometres, with their sign, and numbers to pick: buttons, or the browser's own list without scripts. */
export function NumberControl({ form, field, value, error }: Props) {
  const { type, quickPicks = [] } = field;
  const listId = `${fieldId(form, field.name)}-list`;
  return (
    <>
      <span className="field-dressed" data-unit={type}>
        <input
          {...controlAttributes(form, field, error)}
          {...inputAttributes(field)}
          className="input"
          defaultValue={value}
          data-grouped
          {...(quickPicks.length > 0 ? { list: listId } : {})}
        />
      </span>
      {quickPicks.length > 0 && (
        <>
          <datalist id={listId}>
            {quickPicks.map((pick) => (
              <option key={pick} value={groupedNumber(String(pick))} />
            ))}
          </datalist>
          <span className="field-picks" role="group" aria-label="Quick picks">
            {quickPicks.map((pick) => (
              <button
                key={pick}
                type="button"
                className="field-pick"
                data-pick={pick}
                data-pick-for={fieldId(form, field.name)}
              >
                {pickText(type, pick)}
              </button>
            ))}
          </span>
        </>
      )}
    </>
  );
}
