import { adoptStyles } from './dom-parts.ts';
import toastStyles from './toast.css?inline';

/** FAV-03. */
const TOAST_MS = 3000;

let shown: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A toast stays while its link is hovered or focused. */
const isInUse = (toast: HTMLElement) => toast.matches(':hover, :focus-within');

function hide(): void {
  if (shown && isInUse(shown)) {
    timer = setTimeout(hide, TOAST_MS);
    return;
  }
  shown?.remove();
  shown = undefined;
}

function show(text: string, role: 'status' | 'alert', action: HTMLElement): HTMLElement {
  adoptStyles(toastStyles);
  clearTimeout(timer);
  shown?.remove();
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.setAttribute('role', role);
  const words = document.createElement('p');
  toast.append(words, action);
  document.body.append(toast);
  // Some screen readers ignore live regions that are inserted together with their text.
  requestAnimationFrame(() => {
    words.textContent = text;
  });
  shown = toast;
  return toast;
}

/** FAV-03: shows one at a time, for three seconds, with a link. */
export function showToast(text: string, { href, label }: { href: string; label: string }): void {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = label;
  show(text, 'status', link);
  timer = setTimeout(hide, TOAST_MS);
}

/** ERR-05: stays until closed. */
export function showAlert(text: string): void {
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = 'Close';
  close.addEventListener('click', () => shown?.remove());
  show(text, 'alert', close).dataset.tone = 'alarm';
}
