import { useRef } from 'react';
import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { groupedNumber } from '#src/domain/lead/number-text.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { FormattedInput } from './FormattedInput.tsx';
import { controlAttributes, fieldId, inputAttributes } from './field-attributes.ts';

type NumberControlProps = { form: string; field: LeadField; value: string; error: string | undefined };

const pickText = (type: LeadField['type'], pick: number): string =>
  type === 'money' ? `$${groupedNumber(String(pick))}` : `${groupedNumber(String(pick))} kms`;

/** FORM-09: dollars or kilometres, with their sign, and numbers to pick: buttons, or the browser's own list without scripts. */
export function NumberControl({ form, field, value, error }: NumberControlProps) {
  const { type, quickPicks = [] } = field;
  const inputRef = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const listId = `${fieldId(form, field.name)}-list`;

  function choose(pick: number): void {
    const input = inputRef.current;
    if (!input) return;
    input.value = groupedNumber(String(pick));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  return (
    <>
      <span className="field-dressed" data-unit={type}>
        <FormattedInput
          ref={inputRef}
          format={groupedNumber}
          {...controlAttributes(form, field, error)}
          {...inputAttributes(field)}
          className="input"
          defaultValue={value}
          // With the buttons shown, the browser's own list would only cover them.
          {...(quickPicks.length > 0 && !isHydrated ? { list: listId } : {})}
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
              <button key={pick} type="button" className="field-pick" onClick={() => choose(pick)}>
                {pickText(type, pick)}
              </button>
            ))}
          </span>
        </>
      )}
    </>
  );
}
