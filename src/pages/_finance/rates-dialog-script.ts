import { financePreview } from '#src/features/finance/finance-preview.ts';
import dialogStyles from '#src/platform/ui/dom/dialog.css?inline';
import { dialogHtml } from '#src/platform/ui/dom/dialog-html.ts';
import { adoptStyles, elementOf } from '#src/platform/ui/dom/dom-parts.ts';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';
import moreStyles from '#src/platform/ui/show-more.css?inline';

const SHOW_MORE = `<div class="show-more"><p class="show-more-preview"></p><details class="disclosure"><summary><span class="disclosure-more">Show More</span><span class="disclosure-less">Show Less</span></summary></details></div>`;

/** The note on rates of the page: marked paragraphs, or a single paragraph after an asterisk. */
function statedWording(): string[] {
  const note = document.querySelector('#financeDisclaimer');
  const marked = [...(note?.querySelectorAll('[data-finance-wording]') ?? [])];
  const paragraphs = marked.length > 0 || !note ? marked : [note];
  return paragraphs.map((paragraph) => paragraph.textContent.replace(/^[\s*]+/, '').trim());
}

function makeDialog(wording: readonly string[]): HTMLDialogElement {
  adoptStyles(dialogStyles, moreStyles);
  const dialog = elementOf<HTMLDialogElement>(dialogHtml('rates-dialog', 'About these rates'));
  const body = dialog.querySelector('.dialog-body');
  const { preview, isCut } = financePreview(wording);
  if (isCut) {
    body?.append(elementOf(SHOW_MORE));
    body?.querySelector('.show-more-preview')?.append(preview);
  }
  const whole = body?.querySelector('details') ?? body;
  for (const text of wording)
    whole?.append(Object.assign(document.createElement('p'), { textContent: text }));
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  return dialog;
}

let dialog: HTMLDialogElement | undefined;

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target?.closest('a[href="#financeDisclaimer"]') || !isPlainClick(event)) return;
  const wording = statedWording();
  if (wording.length === 0) return;
  event.preventDefault();
  dialog ??= makeDialog(wording);
  dialog.showModal();
});
