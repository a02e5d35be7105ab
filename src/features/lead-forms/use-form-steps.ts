import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { faultyStep, stepHeadingId, stepId } from './form-steps.ts';
import type { LeadFormProps } from './lead-form-props.ts';

/** The step that the address names, by its own id or by that of an element in it. */
function addressedStep(form: HTMLFormElement | null): number | undefined {
  const named = document.getElementById(location.hash.slice(1));
  const step = [...(form?.querySelectorAll('.lead-step') ?? [])].findIndex((each) => each.contains(named));
  return step < 0 ? undefined : step;
}

/**
 * FORM-05: which step of the form is shown. The address names it, so that the browser's Back and Forward move
 * between steps. Before hydration, Next is a link to the next step.
 */
export function useFormSteps(
  { form, fields, steps, errors = {} }: LeadFormProps,
  formRef: RefObject<HTMLFormElement | null>,
) {
  const first = faultyStep(fields, errors) ?? 0;
  const [current, setCurrent] = useState(first);
  const [isAwake, setAwake] = useState(false);

  useEffect(() => {
    const addressed = addressedStep(formRef.current);
    if (addressed !== undefined) setCurrent(addressed);
    setAwake(true);
  }, [formRef]);

  useEffect(() => {
    if (steps.length === 0) return;
    function follow() {
      const addressed = location.hash === '' ? first : addressedStep(formRef.current);
      if (addressed === undefined || addressed === current) return;
      flushSync(() => setCurrent(addressed));
      // The browser itself restores the scroll position.
      document.getElementById(stepHeadingId(form, addressed))?.focus({ preventScroll: true });
    }
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [form, steps, first, current, formRef]);

  function go(step: number): void {
    if (step !== current) history.pushState(null, '', `#${stepId(form, step)}`);
    setCurrent(step);
  }

  /** Goes to a step and announces it. */
  function move(step: number): void {
    flushSync(() => go(step));
    document.getElementById(stepHeadingId(form, step))?.focus();
  }

  // A link to a field already identifies its step.
  return { current, isAwake, show: setCurrent, go, move, next: () => move(current + 1) };
}
