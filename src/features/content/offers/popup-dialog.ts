import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { elementOf } from '#src/ui/element-of.ts';
import { CLOSE_ICON } from '#src/ui/single-icons.data.ts';
import styles from './popup.css?inline';

const FRAME = `<dialog class="popup" closedby="any" aria-labelledby="popup-heading"><div class="popup-body"></div><form class="popup-close" method="dialog"><button type="submit" aria-label="Close"><svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${CLOSE_ICON}"/></svg></button></form></dialog>`;

/** The dialog of the popup, closed. */
export function popupDialog({ content }: HTMLTemplateElement): HTMLDialogElement {
  adoptStyles(styles);
  const dialog = elementOf<HTMLDialogElement>(FRAME);
  const body = dialog.querySelector('.popup-body');
  body?.append(content.cloneNode(true));
  const heading = body?.querySelector('h2');
  if (heading) heading.id = 'popup-heading';
  const picture = body?.querySelector('img');
  if (picture) dialog.prepend(picture);
  document.body.append(dialog);
  return dialog;
}
