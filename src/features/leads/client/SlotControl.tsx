import { useLayoutEffect, useRef, useState } from 'react';
import type { FieldOption, LeadField } from '#src/features/leads/fields/lead-field.ts';
import { controlAttributes } from './field-attributes.ts';

const SHORT = 3;

/** `Thu 2 Jul` of `Thursday 2 July`. */
function DayName({ day }: { day: string }) {
  const [weekday = day, date, month = ''] = day.split(' ');
  return (
    <span>
      <small>{weekday.slice(0, SHORT)}</small>
      {date} {month.slice(0, SHORT)}
    </span>
  );
}

type Props = { form: string; field: LeadField; value: string; error: string | undefined };

/**
 * FORM-276: a strip of days, and the times of the chosen one. Without JavaScript the times of all days are listed. The
 * first control has the field's id, the target of links in the error summary.
 */
export function SlotControl({ form, field, value, error }: Props) {
  const { id, ...shared } = controlAttributes(form, field, error);
  const options = field.options ?? [];
  const days = Map.groupBy(
    options.filter(({ group }) => group !== undefined),
    ({ group = '' }) => group,
  );
  const [shown, setShown] = useState(options.find((option) => option.value === value)?.group);
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const early = strip.current?.querySelector<HTMLInputElement>(':checked');
    // Chosen before hydration.
    if (early) setShown(early.value);
  }, []);
  const [first = ''] = days.keys();
  const current = shown !== undefined && days.has(shown) ? shown : first;
  const attributesOf = (option: FieldOption) => ({
    ...shared,
    type: 'radio',
    value: option.value,
    defaultChecked: value === option.value,
  });
  return (
    <div className="slot-picker">
      <div ref={strip} className="slot-days" role="radiogroup" aria-label="Day">
        {[...days.keys()].map((day) => (
          <label key={day} className="slot-chip">
            <input
              type="radio"
              // Belongs to no form, as only the time is sent.
              form=""
              name={`${id}-day`}
              value={day}
              aria-label={day}
              checked={day === current}
              onChange={() => setShown(day)}
            />
            <DayName day={day} />
          </label>
        ))}
      </div>
      {[...days].map(([day, times]) => (
        <fieldset key={day} className="slot-times" data-other-day={day === current ? undefined : ''}>
          <legend>{day}</legend>
          {times.map((option) => (
            <label key={option.value} className="slot-chip">
              <input {...attributesOf(option)} />
              <span>{option.label}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {options
        .filter(({ group }) => group === undefined)
        .map((option, at) => (
          <label key={option.value} className="check">
            <input {...attributesOf(option)} id={at === 0 ? id : undefined} />
            {option.label}
          </label>
        ))}
    </div>
  );
}
