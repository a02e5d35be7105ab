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
  /** Once scripts run, the button asks for a code; before, it sends the form. */
  isAwake: boolean;
  send(): void;
  /** The shopper has changed the phone, as typed. */
  phoneChanged(phone: string): void;
  /** On submit. @returns the token of the phone; undefined if it is not verified, which the field then says */
  verify(): Promise<string | undefined>;
  /** The server refused the token. */
  forget(): void;
};

/**
 * @param calls those of the first render count
 * @param phoneOf reads the phone as typed
 * @param first where a page without scripts has got to
 */
export function usePhoneCode(
  calls: PhoneCodeCalls,
  phoneOf: () => string,
  first: PhoneCodeState = { step: 'unsent', phone: '' },
): PhoneCode {
  const [state, setState] = useState(first);
  const isAwake = useHydrated();
  const inputRef = useRef<HTMLInputElement>(null);
  const [steps] = useState(() => phoneCodeSteps(calls, setState, first));
  const { step, problem } = state;

  useEffect(() => {
    if (step !== 'sent') return undefined;
    const waiting = new AbortController();
    receivedCode(waiting.signal).then((code) => {
      if (code !== undefined && inputRef.current) inputRef.current.value = code;
    });
    return () => waiting.abort();
  }, [step]);

  // Where the shopper goes on, unless they are at another field by now.
  useEffect(() => {
    const input = inputRef.current;
    const isHere = input?.closest('.phone-code')?.contains(document.activeElement) ?? false;
    if (step === 'sent' && (problem?.at === 'code' || (!problem && isHere))) input?.focus();
  }, [step, problem]);

  return {
    state,
    inputRef,
    isAwake,
    phoneChanged: steps.phoneChanged,
    send: () => void steps.send(phoneOf()),
    verify: () => steps.verify(phoneOf(), inputRef.current?.value.replace(/[\s-]/g, '') ?? ''),
    forget: steps.forget,
  };
}
