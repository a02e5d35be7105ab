import type { MouseEvent, ReactNode } from 'react';
import { stepHeadingId, stepId } from './form-steps.ts';

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
 * FORM-05: one step. Next and Back are links, which work without the island; only the island checks the fields before
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
