import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import { ownLoanRulesOfPage } from '#src/features/finance/client/repayment.store.ts';
import { useOwnTerms } from '#src/features/finance/client/use-repayment.ts';
import {
  type Calculator,
  fieldText,
  NUMBER_FIELDS,
  type NumberField,
  type Typed,
} from '#src/features/finance/loan/calculator-inputs.ts';
import {
  type CalculatorControl,
  type CalculatorState,
  changedState,
  committedState,
  firstState,
  sliderValue,
  withOwnTerms,
} from './calculator-state.ts';

/** The delay before screen readers announce a figure, so as not to announce it on each key. */
const ANNOUNCE_DELAY_MS = 700;

export const idOf = (name: string): string => `calculator-${name}`;
export const sliderId = (name: NumberField): string => `${idOf(name)}-slider`;

/** Changes made before hydration, the loan amount last. */
function earlyChanges(form: HTMLFormElement, calculator: Calculator, state: CalculatorState) {
  const controlValue = (name: string) => {
    const control = form.elements.namedItem(name);
    return control instanceof HTMLInputElement || control instanceof HTMLSelectElement
      ? control.value
      : undefined;
  };
  const early = (['frequency', ...NUMBER_FIELDS] as const).flatMap((name): [CalculatorControl, string][] => {
    const text = controlValue(idOf(name));
    if (text === undefined) return [];
    if (name === 'frequency') return text === state.frequency ? [] : [[name, text]];
    const sliderText = controlValue(sliderId(name));
    if (text !== state.texts[name]) return [[name, text]];
    return sliderText === undefined || Number(sliderText) === sliderValue(calculator, state.inputs, name)
      ? []
      : [[name, fieldText(name, Number(sliderText))]];
  });
  return early.sort(([a], [b]) => Number(a === 'loan_amount') - Number(b === 'loan_amount'));
}

export type CalculatorUse = {
  form: RefObject<HTMLFormElement | null>;
  state: CalculatorState;
  /** Whether the figure is of values that the shopper has entered here. */
  isChanged: boolean;
  /** The figure for screen readers, once the shopper pauses. */
  announced: string;
  change(name: CalculatorControl, text: string): void;
  commit(name: NumberField): void;
  /** Back to the advertised loan. */
  reset(): void;
};

/**
 * FIN-06: the state of a calculator.
 * @param typed values of the URL
 */
export function useCalculator(calculator: Calculator, typed: Typed): CalculatorUse {
  const [state, setState] = useState(() => firstState(calculator, typed));
  const [isChanged, setChanged] = useState(Object.keys(typed).length > 0);
  const [announced, setAnnounced] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const early = useRef<ReadonlySet<string>>(new Set());
  const isReported = useRef(false);
  const { figure } = state;

  /** ANL-03: reports the first change of a page view. */
  function report() {
    if (isReported.current) return;
    isReported.current = true;
    const detail = { eventId: ANALYTICS_EVENTS.calculatorChanged };
    dispatchEvent(new CustomEvent('forecourt:event', { detail }));
  }

  function change(name: CalculatorControl, text: string) {
    report();
    setChanged(true);
    setState((previous) => changedState(calculator, previous, name, text));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before React writes into the fields
  useLayoutEffect(() => {
    const changes = form.current ? earlyChanges(form.current, calculator, state) : [];
    early.current = new Set(changes.map(([name]) => name));
    for (const [name, text] of changes) change(name, text);
  }, []);

  const terms = useOwnTerms();
  const hadTerms = useRef(false);
  useEffect(() => {
    const rules = ownLoanRulesOfPage();
    if (terms && rules) {
      const except = early.current;
      setState((previous) => withOwnTerms(calculator, previous, terms, rules, except));
      if (except.size === 0) setChanged(false);
      early.current = new Set();
    } else if (hadTerms.current) {
      setState(firstState(calculator, typed));
      setChanged(false);
    }
    hadTerms.current = terms !== null;
  }, [terms, calculator, typed]);

  const first = useRef(figure);
  useEffect(() => {
    if (figure === first.current) return undefined;
    const text = figure.kind === 'amount' ? [...figure.texts, figure.terms].join('. ') : figure.text;
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [figure]);

  return {
    ...{ form, state, isChanged, announced, change },
    commit: (name) => setState((previous) => committedState(calculator, previous, name)),
    reset() {
      setState(firstState(calculator, {}));
      setChanged(false);
    },
  };
}
