import * as ANALYTICS_EVENTS from '#src/domain/analytics-events.ts';
import { type Calculator, type CalculatorFigure, calculate } from '#src/domain/finance/calculate.ts';
import {
  type CalculatorInputs,
  fieldText,
  loanAmount,
  NUMBER_FIELDS,
  type NumberField,
  readInputs,
  settledText,
} from '#src/domain/finance/calculator-fields.ts';
import { type Control, wasChanged } from '#src/ui/was-changed.ts';

/** A figure is spoken once the shopper pauses, not with each key. */
const SPOKEN_AFTER_MS = 700;

let isReported = false;

/** ANL-03: the first change of a page view. */
function report(): void {
  if (isReported) return;
  isReported = true;
  dispatchEvent(
    new CustomEvent('forecourt:event', { detail: { eventId: ANALYTICS_EVENTS.calculatorChanged } }),
  );
}

function wake(form: HTMLFormElement): void {
  const calculator = JSON.parse(form.dataset.calculator ?? '') as Calculator;
  const part = <E extends HTMLElement>(selector: string) => form.querySelector<E>(selector);
  const control = (name: string) => part<Control>(`[name="${name}"]`);
  const slider = (name: string) => part<HTMLInputElement>(`[data-slides="${name}"]`);
  let spoken: ReturnType<typeof setTimeout>;

  const write = (name: NumberField, text: string) => {
    const field = control(name);
    if (field) field.value = text;
  };

  function follow(name: NumberField, value: number): void {
    const range = slider(name);
    if (!range) return;
    range.value = String(value);
    range.ariaValueText = fieldText(name, value);
  }

  function show(figure: CalculatorFigure): void {
    const isAmount = figure.kind === 'amount';
    const [terms, list, enquire] = ['terms', 'texts', 'enquire'].map((name) =>
      part(`[data-calculator-${name}]`),
    );
    if (!terms || !list || !enquire) return;
    terms.textContent = isAmount ? figure.terms : '';
    list.hidden = !isAmount;
    enquire.hidden = isAmount;
    for (const [at, item] of [...list.children].entries()) {
      const text = isAmount ? figure.texts[at] : undefined;
      item.textContent = text ?? '';
      item.toggleAttribute('hidden', text === undefined);
    }
    clearTimeout(spoken);
    spoken = setTimeout(() => {
      const said = part<HTMLOutputElement>('[data-calculator-said]');
      if (said) said.value = isAmount ? [...figure.texts, figure.terms].join('. ') : figure.text;
    }, SPOKEN_AFTER_MS);
  }

  /** Price, deposit and loan amount are one sum: the one in the shopper's hand keeps its text. */
  function balance(inputs: CalculatorInputs, changed: string): void {
    if (changed !== 'loan_amount') write('loan_amount', fieldText('loan_amount', loanAmount(inputs)));
    else
      for (const name of ['purchase_price', 'deposit'] as const) write(name, fieldText(name, inputs[name]));
    for (const name of NUMBER_FIELDS)
      follow(name, name === 'loan_amount' ? loanAmount(inputs) : inputs[name]);
  }

  function update(changed: string): void {
    const typed: Record<string, string> = {};
    for (const name of [...NUMBER_FIELDS, 'frequency']) {
      const field = control(name);
      if (field && (name !== 'loan_amount' || changed === name)) typed[name] = field.value;
    }
    const { inputs, messages } = readInputs(calculator, typed);
    for (const name of NUMBER_FIELDS) {
      const message = messages[name] ?? '';
      const error = part(`[data-calculator-error="${name}"]`);
      if (error) error.textContent = message;
      const field = control(name);
      if (field) field.ariaInvalid = message ? 'true' : null;
    }
    if (!inputs) return;
    balance(inputs, changed);
    show(calculate(calculator, inputs));
  }

  /** A slider's position becomes its field's text. */
  function take(range: HTMLInputElement): string {
    const name = range.dataset.slides as NumberField;
    write(name, fieldText(name, range.valueAsNumber));
    return name;
  }

  form.addEventListener('input', ({ target }) => {
    report();
    if (target instanceof HTMLInputElement && target.dataset.slides) update(take(target));
    else update((target as Control).name);
  });
  form.addEventListener('change', ({ target }) => {
    const { name, value } = target as Control;
    const field = NUMBER_FIELDS.find((each) => each === name);
    const text = field && settledText(calculator, field, value);
    if (field && text) write(field, text);
  });
  form.addEventListener('forecourt:terms', () => update(''));
  form.addEventListener('submit', (event) => event.preventDefault());

  // What was typed or moved before this script loaded.
  for (const range of form.querySelectorAll<HTMLInputElement>('[data-slides]')) {
    const field = control(range.dataset.slides ?? '');
    if (field && !wasChanged(field) && wasChanged(range)) take(range);
  }
  const early = [...form.querySelectorAll<Control>('[name]')].filter(wasChanged).map(({ name }) => name);
  if (early.length === 0) return;
  if (form.dataset.ownTerms === undefined) report();
  update(early.includes('loan_amount') ? 'loan_amount' : (early[0] ?? ''));
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-calculator]')) wake(form);
