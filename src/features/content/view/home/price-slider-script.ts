import { moveHandle, PRICE_SLIDER } from '#src/features/search/facets/range-slider.ts';
import { formatDollars } from '#src/platform/number/number-format.ts';

/** At its end stop a handle sets no limit, because vehicles may be outside the slider's range. */
const isEnd = (handle: 'min' | 'max', value: number) => value === PRICE_SLIDER[handle];

/** Keeps the handles a step apart and displays their values (SRCH-32); input before the script ran is preserved. */
function initSlider(form: HTMLFormElement): void {
  const [low, high] = form.querySelectorAll<HTMLInputElement>('input[type="range"]');
  const outputs = form.querySelectorAll('output');
  if (!low || !high) return;
  let at: { min: number; max: number } = { min: PRICE_SLIDER.min, max: PRICE_SLIDER.max };
  const follow = (handle: 'min' | 'max') => {
    at = moveHandle(at, handle, Number(handle === 'min' ? low.value : high.value));
    for (const [index, value] of [at.min, at.max].entries()) {
      const input = index === 0 ? low : high;
      if (Number(input.value) !== value) input.value = String(value);
      const text = formatDollars(value, 0) + (isEnd('max', value) ? ' or more' : '');
      input.ariaValueText = text;
      const output = outputs[index];
      if (output) output.value = text;
    }
  };
  form.addEventListener('formdata', ({ formData }) => {
    if (isEnd('min', at.min)) formData.delete(low.name);
    if (isEnd('max', at.max)) formData.delete(high.name);
  });
  low.addEventListener('input', () => follow('min'));
  high.addEventListener('input', () => follow('max'));
  // Moves the other handle first, so that this one keeps its position if possible.
  at = { ...at, max: Math.max(Number(high.value), PRICE_SLIDER.min + PRICE_SLIDER.step) };
  follow('min');
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-price-slider]')) initSlider(form);
