import { FORM_EXTRAS } from '#src/wire/leads.ts';

/**
 * Opens the forms a page links to in place: the form's own page is asked for and its form shown in the dialog.
 * Whatever goes wrong, the link is followed instead.
 */

const FORM_LINK = 'a[href^="/enquire/"]';
/** Those of another page are refused by the content security policy of this one, which has what the form needs. */
const STYLES = /<style[\s\S]*?<\/style>/g;
const ANSWER_TIMEOUT_MS = 5000;

const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey;

/** The form of the page at this address, and what that page is called. */
async function fetchForm(address: string): Promise<{ heading: string; form: Element } | undefined> {
  const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  const html = (await response.text()).replace(STYLES, '');
  const page = new DOMParser().parseFromString(html, 'text/html');
  const form = page.querySelector('[data-form-page]');
  const heading = page.querySelector('h1')?.textContent;
  return response.ok && form && heading ? { heading, form } : undefined;
}

export function watchFormLinks(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#form-dialog');
  const heading = dialog?.querySelector('h2');
  const body = dialog?.querySelector<HTMLElement>('[data-form-dialog-body]');
  if (!dialog || !heading || !body) return;
  let shown = '';

  async function open(link: HTMLAnchorElement, { dialog, heading, body }: Parts): Promise<void> {
    dialog.showModal();
    // Opened before: what was typed there is still there.
    if (shown === link.href) return;
    shown = link.href;
    heading.textContent = link.textContent;
    body.replaceChildren(Object.assign(document.createElement('span'), { className: 'lead-form-spinner' }));
    body.ariaBusy = 'true';
    const address = new URL(link.href);
    address.searchParams.set(FORM_EXTRAS.pagePath, location.pathname);
    const found = await fetchForm(address.href).catch(() => undefined);
    if (shown !== link.href) return;
    if (!found) return location.assign(link.href);
    heading.textContent = found.heading;
    body.ariaBusy = null;
    body.replaceChildren(document.adoptNode(found.form));
  }

  document.addEventListener('click', (event) => {
    if (event.target === dialog) return dialog.close();
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(FORM_LINK);
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    const here = document.querySelector<HTMLFormElement>(`form[action="${link.pathname}"]`);
    if (here && !dialog.contains(here)) return here.querySelector<HTMLElement>('.input')?.focus();
    void open(link, { dialog, heading, body });
  });
}

type Parts = { dialog: HTMLDialogElement; heading: HTMLElement; body: HTMLElement };
