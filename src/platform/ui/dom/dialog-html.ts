import { CLOSE_ICON } from '#src/platform/ui/single-icons.data.ts';

/**
 * A dialog for scripts to open; closes by its button or Escape. Styles: `dialog.css`.
 * @param heading HTML, like `body`
 */
export const dialogHtml = (id: string, heading: string, body = ''): string =>
  `<dialog class="dialog" id="${id}" aria-labelledby="${id}-heading"><div class="dialog-head"><h2 id="${id}-heading" tabindex="-1" autofocus>${heading}</h2><form method="dialog"><button class="dialog-close" type="submit" aria-label="Close"><svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${CLOSE_ICON}"/></svg></button></form></div><div class="dialog-body">${body}</div></dialog>`;
