import type { RefObject } from 'react';
import { SUBMIT_ERROR_MESSAGE } from '#src/domain/lead/messages.ts';
import type { Failure } from './lead-form-props.ts';

type FailureAlertProps = { failure: Failure; alertRef?: RefObject<HTMLDivElement | null> };

/** Sending failed: no input is lost, and the message names another way to reach the dealer. */
export function FailureAlert({ failure: { message, phone }, alertRef }: FailureAlertProps) {
  return (
    <div className="alert lead-form-alert" role="alert" tabIndex={-1} ref={alertRef}>
      <p className="lead-form-alert-title">{SUBMIT_ERROR_MESSAGE}</p>
      <p>{message}</p>
      <p>
        Your details are still here: please try again, or{' '}
        {phone === undefined ? (
          <a href="/contact">see how to reach us</a>
        ) : (
          <>
            call <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
          </>
        )}
        .
      </p>
    </div>
  );
}
