// In development, on a page without islands; nothing in production.
import '@vitejs/plugin-react/preamble';
import { createRoot } from 'react-dom/client';
import { TypeAhead } from './TypeAhead.tsx';

/** Suggestions under the field of a static form, in a popover where the field is in one. */
export function renderTypeAhead(input: HTMLInputElement): void {
  const root = document.createElement('div');
  (input.closest('[popover]') ?? document.body).append(root);
  createRoot(root).render(<TypeAhead input={input} />);
}
