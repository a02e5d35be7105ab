import { MODEL_LINES } from './model-lines.data.ts';

/** What shoppers call a model together with its like, `320i` → `3 Series`; null where its own name is all. */
export function modelLine({ make, model }: { make: string; model: string }): string | null {
  const found = MODEL_LINES.find((one) => one.make === make && one.model.test(model));
  return found ? model.replace(found.model, found.line) : null;
}
