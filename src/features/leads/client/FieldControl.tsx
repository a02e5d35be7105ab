import { useStore } from '@nanostores/react';
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { type LeadField, TICKED } from '#src/features/leads/fields/lead-field.ts';
import { formatPhone, groupedNumber } from '#src/platform/number/typed-number.ts';
import { onlyDigits } from '#src/platform/ui/dom/input-events.ts';
import { useHydrated } from '#src/platform/ui/hydration/hydration-hooks.ts';
import { ShowTimes } from './FormButtons.tsx';
import {
  controlAttributes,
  errorId,
  fieldId,
  hintId,
  includesValue,
  inputAttributes,
  isWideField,
  shownValue,
} from './field-attributes.ts';
import { $linkedFields } from './linked-fields.store.ts';
import { SlotControl } from './SlotControl.tsx';

type FormattedInputProps = ComponentProps<'input'> & {
  format: (text: string) => string;
  ref?: RefObject<HTMLInputElement | null>;
};

/** FORM-07: formats its value on blur, and on hydration if the shopper has typed before. */
function FormattedInput({ format, ref, ...attributes }: FormattedInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const inputRef = ref ?? own;

  useEffect(() => {
    const input = inputRef.current;
    if (input && input !== document.activeElement) input.value = format(input.value);
  }, [format, inputRef]);

  return (
    <input
      {...attributes}
      ref={inputRef}
      onBlur={({ currentTarget: input }) => {
        input.value = format(input.value);
      }}
    />
  );
}

type NumberControlProps = { form: string; field: LeadField; value: string; error: string | undefined };

const pickText = (type: LeadField['type'], pick: number): string =>
  type === 'money' ? `$${groupedNumber(String(pick))}` : `${groupedNumber(String(pick))} kms`;

/** FORM-09: dollars or kilometres with their unit and quick picks: buttons, or a datalist without JavaScript. */
function NumberControl({ form, field, value, error }: NumberControlProps) {
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

type SelectControlProps = { form: string; field: LeadField; value: string; error: string | undefined };

function SelectControl({ form, field, value, error }: SelectControlProps) {
  return (
    <select
      {...controlAttributes(form, field, error)}
      className="input"
      defaultValue={value}
      autoComplete={field.autocomplete ?? 'off'}
    >
      {(field.options ?? []).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type Props = {
  form: string;
  field: LeadField;
  value: string;
  error: string | undefined;
  /** Ref of a single-line input. */
  inputRef?: RefObject<HTMLInputElement | null>;
};

/** Radio buttons or checkboxes. The first has the field's id, the target of links in the error summary. */
function ChoiceControl({ form, field, value, error }: Props) {
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
            defaultChecked={isOne ? value === option.value : includesValue(value, option.value)}
          />
          {option.label}
        </label>
      ))}
    </span>
  );
}

/** The part of the label that links to the terms. */
const TERMS = 'terms of use';

function AgreementField({ form, field, value, error }: Props) {
  const shared = controlAttributes(form, field, error);
  return (
    <div className="check">
      <input {...shared} type="checkbox" value={TICKED} defaultChecked={value === TICKED} />
      <span>
        {field.type === 'terms' ? (
          <label htmlFor={shared.id}>
            {field.label.replace(TERMS, '')}
            <a href="/terms-and-conditions">{TERMS}</a>
          </label>
        ) : (
          <>
            <label htmlFor={shared.id}>{field.label}</label> <a href="/privacy-policy">Privacy policy</a>
          </>
        )}
      </span>
    </div>
  );
}

const MESSAGE_ROWS = 4;

function Control(props: Props) {
  const { form, field, value, error, inputRef } = props;
  const shared = controlAttributes(form, field, error);
  switch (field.type) {
    case 'textarea':
      return (
        <textarea
          {...shared}
          className="input"
          rows={MESSAGE_ROWS}
          maxLength={field.maxLength}
          // React overwrites input typed before hydration with a string, but not with a list.
          defaultValue={[value]}
        />
      );
    case 'slot':
      return <SlotControl {...{ form, field, value, error }} />;
    case 'select':
      return <SelectControl {...props} />;
    case 'money':
    case 'kms':
      return <NumberControl {...props} />;
    case 'choice':
    case 'choices':
      return <ChoiceControl {...props} />;
    default: {
      const attributes = {
        ...shared,
        ...inputAttributes(field),
        className: 'input',
        // React sets any default value on hydration, even an empty one, which clears a half-typed date.
        ...(value === '' ? {} : { defaultValue: value }),
      };
      return field.type === 'tel' ? (
        <FormattedInput {...attributes} format={formatPhone} />
      ) : (
        <input
          {...attributes}
          ref={inputRef}
          onInput={field.type === 'postcode' ? onlyDigits(field.maxLength) : undefined}
        />
      );
    }
  }
}

/** Controls under one legend. */
const isGroup = ({ type }: LeadField) => type === 'choice' || type === 'choices' || type === 'slot';

function Name({ form, field }: Pick<Props, 'form' | 'field'>) {
  const content = (
    <>
      {field.label}
      {!field.required && <span className="lead-form-optional"> (optional)</span>}
    </>
  );
  return isGroup(field) ? (
    <legend>{content}</legend>
  ) : (
    <label htmlFor={`${form}-${field.name}`}>{content}</label>
  );
}

const NOT_LINKED = () => ({}) as Record<string, string>;

function HiddenControl({ name, value = '' }: { name: string; value: string | undefined }) {
  const linked = useStore($linkedFields, { keys: [name], ssr: NOT_LINKED })[name] ?? value;
  return <input key={linked} type="hidden" name={name} defaultValue={linked} />;
}

/** Takes the value of another part of the page, and asks while there is none. */
function LinkedField(props: Props) {
  const { name, value = '' } = props.field;
  const linked = useStore($linkedFields, { keys: [name], ssr: NOT_LINKED })[name] ?? value;
  return linked === '' ? <OwnField {...props} /> : <input type="hidden" name={name} value={linked} />;
}

/**
 * A field with label, hint and error. Uncontrolled, so that input typed before hydration is preserved.
 * @param value as posted; empty otherwise
 */
export const FieldControl = (props: Props) =>
  props.field.isLinked ? <LinkedField {...props} /> : <OwnField {...props} />;

function OwnField({ form, field, value: sent, error, inputRef }: Props) {
  const value = shownValue(field, sent || (field.value ?? ''));
  if (field.type === 'hidden') {
    const isFixed = field.pattern === undefined && field.value !== undefined;
    return <HiddenControl name={field.name} value={isFixed ? field.value : value} />;
  }
  const isAgreement = field.type === 'opt-in' || field.type === 'terms';
  const Frame = isGroup(field) ? 'fieldset' : 'div';
  return (
    <Frame className={isWideField(field) ? 'field lead-form-wide' : 'field'}>
      {isAgreement ? (
        <AgreementField {...{ form, field, value, error }} />
      ) : (
        <>
          <Name form={form} field={field} />
          {field.hint && (
            <p className="field-hint" id={hintId(form, field.name)}>
              {field.hint}
            </p>
          )}
          <Control {...{ form, field, value, error, ...(inputRef && { inputRef }) }} />
        </>
      )}
      {error !== undefined && (
        <p className="field-error" id={errorId(form, field.name)}>
          {error}
        </p>
      )}
      {field.loadsTimes && <ShowTimes {...{ form, field }} />}
    </Frame>
  );
}
