import type { RefObject } from 'react';
import { type LeadField, TICKED } from '#src/domain/lead/lead-field.ts';
import { formatPhone } from '#src/domain/lead/phone.ts';
import { onlyDigits } from '#src/ui/only-digits.ts';
import { FormattedInput } from './FormattedInput.tsx';
import {
  controlAttributes,
  errorId,
  hintId,
  holds,
  inputAttributes,
  shownValue,
} from './field-attributes.ts';
import { isWideField } from './filled-rows.ts';
import { NumberControl } from './NumberControl.tsx';
import { SelectControl } from './SelectControl.tsx';
import { ShowTimes } from './ShowTimes.tsx';

type Props = {
  form: string;
  field: LeadField;
  value: string;
  error: string | undefined;
  /** Of a field of one line. */
  inputRef?: RefObject<HTMLInputElement | null>;
};

/** Radio buttons or checkboxes; the first has the field's own id, the target of an error's link. */
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
            defaultChecked={isOne ? value === option.value : holds(value, option.value)}
          />
          {option.label}
        </label>
      ))}
    </span>
  );
}

/** The last words of the sentence about them. */
const TERMS = 'terms of use';

/** A checkbox with a link to the page that explains it. */
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
    case 'select':
    case 'slot':
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
        // Any default, even an empty one, is set on hydration, which clears a half-typed date.
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

/** Label or legend; optional fields are marked. */
function Name({ form, field }: Pick<Props, 'form' | 'field'>) {
  const words = (
    <>
      {field.label}
      {!field.required && <span className="lead-form-optional"> (optional)</span>}
    </>
  );
  const isGroup = field.type === 'choice' || field.type === 'choices';
  return isGroup ? <legend>{words}</legend> : <label htmlFor={`${form}-${field.name}`}>{words}</label>;
}

/**
 * One field with label, hint and message. Uncontrolled, so that input typed before hydration stays.
 * @param value as it was sent; empty if nothing was
 */
export function FieldControl({ form, field, value: sent, error, inputRef }: Props) {
  const value = shownValue(field, sent || (field.value ?? ''));
  if (field.type === 'hidden') {
    const isFixed = field.pattern === undefined && field.value !== undefined;
    return <input type="hidden" name={field.name} defaultValue={isFixed ? field.value : value} />;
  }
  const isAgreement = field.type === 'opt-in' || field.type === 'terms';
  const Frame = field.type === 'choice' || field.type === 'choices' ? 'fieldset' : 'div';
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
      {field.bringsTimes && <ShowTimes {...{ form, field }} />}
    </Frame>
  );
}
