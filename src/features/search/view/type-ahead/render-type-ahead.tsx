// Needed in development on pages without islands; empty in production.
import '@vitejs/plugin-react/preamble';
import { createRoot } from 'react-dom/client';
import { TypeAhead } from './TypeAhead.tsx';

/** Rendered inside the popover of the input, if any, to be in the same top layer. */
export function renderTypeAhead(input: HTMLInputElement): void {
  const root = document.createElement('div');
  (input.closest('[popover]') ?? document.body).append(root);
  createRoot(root).render(<TypeAhead input={input} />);
}
