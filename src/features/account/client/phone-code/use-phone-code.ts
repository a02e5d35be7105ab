import { type RefObject, useEffect, useRef, useState } from 'react';
import { useHydrated } from '#src/platform/ui/hydration/hydration-hooks.ts';
import {
  type PhoneCodeCalls,
  type PhoneCodeState,
  phoneCodeSteps,
  receivedCode,
} from './phone-code-steps.ts';

export type PhoneCode = {
  state: PhoneCodeState;
  inputRef: RefObject<HTMLInputElement | null>;
  /** After hydration the button requests a code; before, it submits the form. */
  hydrated: boolean;
  send(): void;
  phoneChanged(phone: string): void;
  /**
   * Call on submit.
   * @returns the token of the phone; undefined if it is not verified, in which case the field shows the error
   */
  verify(): Promise<string | undefined>;
  forget(): void;
};

/**
 * @param calls read on the first render only
 * @param phoneOf reads the phone as typed
 * @param first the state rendered by the server
 */
export function usePhoneCode(
  calls: PhoneCodeCalls,
  phoneOf: () => string,
  first: PhoneCodeState = { step: 'unsent', phone: '' },
): PhoneCode {
  const [state, setState] = useState(first);
  const hydrated = useHydrated();
  const inputRef = useRef<HTMLInputElement>(null);
  const [steps] = useState(() => phoneCodeSteps(calls, setState, first));
  const { step, problem } = state;

  useEffect(() => {
    if (step !== 'sent') return undefined;
    const controller = new AbortController();
    receivedCode(controller.signal).then((code) => {
      if (code !== undefined && inputRef.current) inputRef.current.value = code;
    });
    return () => controller.abort();
  }, [step]);

  // Move focus to the code unless the shopper has moved to another field.
  useEffect(() => {
    const input = inputRef.current;
    const isHere = input?.closest('.phone-code')?.contains(document.activeElement) ?? false;
    if (step === 'sent' && (problem?.at === 'code' || (!problem && isHere))) input?.focus();
  }, [step, problem]);

  return {
    state,
    inputRef,
    hydrated,
    phoneChanged: steps.phoneChanged,
    send: () => void steps.send(phoneOf()),
    verify: () => steps.verify(phoneOf(), inputRef.current?.value.replace(/[\s-]/g, '') ?? ''),
    forget: steps.forget,
  };
}
