import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { faultyStep, stepHeadingId, stepId } from './form-steps.ts';
import type { LeadFormProps } from './lead-form-props.ts';

/** FORM-05: which step of the form is shown. Before the island wakes, the way on is a link to the next step. */
export function useFormSteps(
  { form, fields, steps, errors = {} }: LeadFormProps,
  formRef: RefObject<HTMLFormElement | null>,
) {
  const [current, setCurrent] = useState(() => faultyStep(fields, errors) ?? 0);

  useEffect(() => {
    const linked = steps.findIndex((_, step) => location.hash === `#${stepId(form, step)}`);
    if (linked > 0) setCurrent(linked);
    // From here on one step is shown at a time, wherever the address points.
    formRef.current?.setAttribute('data-awake', '');
  }, [form, steps, formRef]);

  /** Shows a step and says where the shopper is. */
  function move(step: number): void {
    flushSync(() => setCurrent(step));
    document.getElementById(stepHeadingId(form, step))?.focus();
  }

  return { current, go: setCurrent, move, next: () => move(current + 1) };
}
