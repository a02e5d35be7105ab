import { type RefObject, useEffect, useState } from 'react';
import { QUOTE_FAILED_MESSAGE } from '#src/features/finance/broker-quote.ts';
import { postQuote, type QuotedVehicle } from '#src/features/finance/client/quote-call.ts';
import {
  AMOUNT_RANGE_MESSAGE,
  clampedAmount,
  clampedTerm,
  QUOTE_DEBOUNCE_MS,
  type QuoteDisplay,
  quoteDisplay,
  readLoan,
} from '#src/features/finance/quote-estimate.ts';
import { groupedNumber } from '#src/platform/number/typed-number.ts';

type State = { estimate: QuoteDisplay | string | null; isBusy: boolean; notice?: string | null };

const textOf = (form: HTMLFormElement, name: string): string =>
  String(Reflect.get(Object(form.elements.namedItem(name)), 'value') ?? '');

function setText(form: HTMLFormElement, name: string, text: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement && field.value !== text) field.value = text;
}

const sliderOf = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('[data-quote-slider]');

/** Syncs slider and text field; a change before hydration wins. */
function syncSlider(form: HTMLFormElement): void {
  const slider = sliderOf(form);
  const term = form.elements.namedItem('loanTerm');
  if (!slider || !(term instanceof HTMLInputElement)) return;
  const isMoved = slider.value !== slider.defaultValue && term.value === term.defaultValue;
  if (isMoved) term.value = slider.value;
  else slider.value = String(clampedTerm(term.value) ?? slider.value);
}

/**
 * FIN-03: the broker's estimate for the form's loan, 500 ms after the last change, cleared on failure; a new request
 * aborts the previous one. Without a broker nothing is estimated, but slider and amount work (FIN-02).
 * @param ref an element of the form
 * @param isOn whether there is a broker
 */
export function useEstimate(
  ref: RefObject<HTMLElement | null>,
  first: QuoteDisplay | string | null,
  vehicle: QuotedVehicle,
  isOn: boolean,
): State {
  const [state, setState] = useState<State>({ estimate: first, isBusy: false });

  useEffect(() => {
    const form = ref.current?.closest('form');
    if (!form) return undefined;
    let timer = 0;
    let running: AbortController | undefined;
    let requestedKey = '';
    const values = () => ({
      purchasePrice: textOf(form, 'purchasePrice'),
      loanTerm: textOf(form, 'loanTerm'),
      selfAssessedCreditScore: textOf(form, 'selfAssessedCreditScore'),
    });

    const show = (estimate: QuoteDisplay | string): void =>
      setState((now) => ({ ...now, estimate, isBusy: false }));

    async function request(): Promise<void> {
      const typed = values();
      const isComplete =
        clampedAmount(typed.purchasePrice) !== undefined && clampedTerm(typed.loanTerm) !== undefined;
      const loan = readLoan(typed);
      const key = JSON.stringify(loan);
      if (!isComplete || key === requestedKey) return setState((now) => ({ ...now, isBusy: false }));
      requestedKey = key;
      running = new AbortController();
      const { signal } = running;
      const quote = await postQuote({ ...loan, ...vehicle }, signal);
      if (signal.aborted) return;
      if (typeof quote === 'string') requestedKey = '';
      show(typeof quote === 'string' ? quote || QUOTE_FAILED_MESSAGE : quoteDisplay(quote, loan));
    }

    function schedule(): void {
      if (!isOn) return;
      clearTimeout(timer);
      if (running && !running.signal.aborted) {
        running.abort();
        requestedKey = '';
      }
      setState((now) => ({ ...now, isBusy: true }));
      timer = window.setTimeout(() => void request(), QUOTE_DEBOUNCE_MS);
    }

    function typed({ target }: Event): void {
      if (!(target instanceof HTMLInputElement) || !form) return;
      const { name, value } = target;
      if (target === sliderOf(form)) setText(form, 'loanTerm', value);
      else if (name === 'loanTerm') syncSlider(form);
      else if (name === 'purchasePrice') {
        const digits = value.replace(/[^\d,.$ ]/g, '');
        if (digits !== value) target.value = digits;
      } else if (name !== 'selfAssessedCreditScore') return;
      schedule();
    }

    /** Decision 8: clamps an amount outside the range, with a notice. */
    function left({ target }: Event): void {
      if (!(target instanceof HTMLInputElement)) return;
      const isAmount = target.name === 'purchasePrice';
      if (!isAmount && target.name !== 'loanTerm') return;
      const clamped = (isAmount ? clampedAmount : clampedTerm)(target.value);
      if (clamped === undefined) return;
      const isChanged = clamped !== Number(target.value.replace(/[,$ ]/g, ''));
      if (isChanged) target.value = isAmount ? groupedNumber(String(clamped)) : String(clamped);
      if (isAmount) setState((now) => ({ ...now, notice: isChanged ? AMOUNT_RANGE_MESSAGE : '' }));
    }

    syncSlider(form);
    form.addEventListener('input', typed);
    form.addEventListener('change', left);
    if (isOn) {
      setState((now) => ({ ...now, isBusy: true }));
      void request();
    }
    return () => {
      clearTimeout(timer);
      running?.abort();
      form.removeEventListener('input', typed);
      form.removeEventListener('change', left);
    };
  }, [ref, vehicle, isOn]);

  return state;
}
