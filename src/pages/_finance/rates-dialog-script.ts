import { isPlainClick } from '#src/ui/plain-click.ts';

const dialog = document.querySelector<HTMLDialogElement>('#rates-dialog');

document.addEventListener('click', (event) => {
  if (event.target === dialog) return dialog?.close();
  const target = event.target instanceof Element ? event.target : null;
  if (!target?.closest('a[href="#financeDisclaimer"]') || !isPlainClick(event)) return;
  event.preventDefault();
  dialog?.showModal();
});
