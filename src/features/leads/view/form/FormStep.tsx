import { type MouseEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LeadFormProps } from '#src/features/leads/client/lead-form-props.ts';
import type { LeadErrors, LeadField } from '#src/features/leads/fields/lead-field.ts';

export const stepId = (form: string, step: number): string => `${form}-step-${step + 1}`;
const stepHeadingId = (form: string, step: number): string => `${stepId(form, step)}-heading`;

export const fieldsOfStep = (fields: readonly LeadField[], step: number): LeadField[] =>
  fields.filter(({ inStep = 0 }) => inStep === step);

/** The first step with an error, if any. */
export const firstInvalidStep = (fields: readonly LeadField[], errors: LeadErrors): number | undefined =>
  fields
    .filter(({ name }) => errors[name] !== undefined)
    .map(({ inStep = 0 }) => inStep)
    .sort((a, b) => a - b)[0];

type Props = {
  form: string;
  step: number;
  titles: readonly string[];
  isCurrent: boolean;
  onBack: () => void;
  onContinue: () => void;
  children: ReactNode;
};

/**
 * FORM-05: a step. Next and Back are links, which work without JavaScript; hydrated, the fields are validated before
 * the next step.
 */
export function FormStep({ form, step, titles, isCurrent, onBack, onContinue, children }: Props) {
  const instead = (act: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    act();
  };
  const headingId = stepHeadingId(form, step);
  return (
    <section
      className="lead-step"
      id={stepId(form, step)}
      aria-labelledby={headingId}
      data-current={isCurrent || undefined}
    >
      <h3 className="lead-step-heading" id={headingId} tabIndex={-1}>
        <span className="lead-step-count">
          Step {step + 1} of {titles.length}
          <span className="visually-hidden">: </span>
        </span>
        {titles[step]}
      </h3>
      <span className="lead-step-bar" aria-hidden="true">
        {titles.map((title, at) => (
          <span key={title} data-done={at <= step || undefined} />
        ))}
      </span>
      {children}
      {(step > 0 || step < titles.length - 1) && (
        <p className="lead-step-ways">
          {step < titles.length - 1 && (
            <a className="button" href={`#${stepId(form, step + 1)}`} onClick={instead(onContinue)}>
              Continue
            </a>
          )}
          {step > 0 && (
            <a className="lead-step-back" href={`#${stepId(form, step - 1)}`} onClick={instead(onBack)}>
              Back
            </a>
          )}
        </p>
      )}
    </section>
  );
}

/** The step of the URL's fragment: its own id, or that of an element in it. */
function addressedStep(form: HTMLFormElement | null): number | undefined {
  const named = document.getElementById(location.hash.slice(1));
  const step = [...(form?.querySelectorAll('.lead-step') ?? [])].findIndex((each) => each.contains(named));
  return step < 0 ? undefined : step;
}

/**
 * FORM-05: the current step. It is in the URL's fragment, so that Back and Forward move between steps. Before
 * hydration, Next is a link to the next step.
 */
export function useFormSteps(
  { form, fields, steps, errors = {} }: LeadFormProps,
  formRef: RefObject<HTMLFormElement | null>,
) {
  const first = firstInvalidStep(fields, errors) ?? 0;
  const [current, setCurrent] = useState(first);
  const [hydrated, setHydrated] = useState(false);

  useEffect(() => {
    const addressed = addressedStep(formRef.current);
    if (addressed !== undefined) setCurrent(addressed);
    setHydrated(true);
  }, [formRef]);

  useEffect(() => {
    if (steps.length === 0) return;
    function follow() {
      const addressed = location.hash === '' ? first : addressedStep(formRef.current);
      if (addressed === undefined || addressed === current) return;
      flushSync(() => setCurrent(addressed));
      // The browser restores the scroll position itself.
      document.getElementById(stepHeadingId(form, addressed))?.focus({ preventScroll: true });
    }
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [form, steps, first, current, formRef]);

  function go(step: number): void {
    if (step !== current) history.pushState(null, '', `#${stepId(form, step)}`);
    setCurrent(step);
  }

  /** Moves focus to a step's heading, which announces it. */
  function move(step: number): void {
    flushSync(() => go(step));
    document.getElementById(stepHeadingId(form, step))?.focus();
  }

  // A link to a field already has its step in the fragment.
  return { current, hydrated, show: setCurrent, go, move, next: () => move(current + 1) };
}
