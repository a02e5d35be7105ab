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

function show(text: string, role: 'status' | 'alert', ...actions: HTMLElement[]): HTMLElement {
  adoptStyles(toastStyles);
  clearTimeout(timer);
  shown?.remove();
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.setAttribute('role', role);
  const words = document.createElement('p');
  toast.append(words, ...actions);
  document.body.append(toast);
  // Some screen readers ignore live regions that are inserted together with their text.
  requestAnimationFrame(() => {
    words.textContent = text;
  });
  shown = toast;
  return toast;
}

function buttonOf(label: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', press);
  return button;
}

/**
 * FAV-03: shows one at a time, for three seconds, with a link.
 * @param undo FAV-250: takes back what the toast reports
 */
export function showToast(
  text: string,
  { href, label }: { href: string; label: string },
  undo?: () => void,
): void {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = label;
  show(text, 'status', link, ...(undo ? [buttonOf('Undo', undo)] : []));
  timer = setTimeout(hide, TOAST_MS);
}

/** ERR-05: stays until closed. */
export function showAlert(text: string): void {
  show(
    text,
    'alert',
    buttonOf('Close', () => shown?.remove()),
  ).dataset.tone = 'alarm';
}
