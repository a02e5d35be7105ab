import { isPlainClick } from '#src/ui/plain-click.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';

/**
 * Opens the forms a page links to in place: the form's own page is fetched and its form shown in the dialog.
 * If anything fails, the link is followed instead.
 */

/** Links to a page that is one page, and not a dialog, have `data-own-page`. */
const FORM_LINK = 'a[href^="/enquire/"]:not([data-own-page]), a[data-form]';
/** A link may lead to another page and name the form to open instead. */
const formOf = (link: HTMLAnchorElement): URL => new URL(link.dataset.form ?? link.href, location.href);
/** This page's content security policy refuses those of another page; this page has the scripts the form needs. */
const STYLES = /<style[\s\S]*?<\/style>/g;
const RESPONSE_TIMEOUT_MS = 5000;

/** The form of the page at this address, with the page's title. */
async function fetchForm(address: string): Promise<{ heading: string; form: Element } | undefined> {
  const response = await fetch(address, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
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
  const panels = new Map<string, Panel>();
  let shown = '';

  /** Opened before: its input is still there. Forms of one kind share field ids, so the page holds one of each. */
  function show({ pathname, href }: URL, panel: Panel, { heading, body }: Parts): void {
    shown = href;
    heading.textContent = panel.heading;
    for (const [address, { element }] of panels) {
      element.hidden = address !== href;
      if (element.hidden && new URL(address).pathname === pathname) element.remove();
    }
    if (!panel.element.isConnected) body.append(panel.element);
  }

  async function open(link: HTMLAnchorElement, parts: Parts): Promise<void> {
    parts.dialog.showModal();
    const address = formOf(link);
    const { href } = address;
    const kept = panels.get(href);
    if (kept) return show(address, kept, parts);
    const panel: Panel = { heading: link.textContent, element: document.createElement('div') };
    panel.element.append(Object.assign(document.createElement('span'), { className: 'lead-form-spinner' }));
    panel.element.ariaBusy = 'true';
    panels.set(href, panel);
    show(address, panel, parts);
    address.searchParams.set(FORM_EXTRAS.pagePath, location.pathname);
    const found = await fetchForm(address.href).catch(() => undefined);
    if (!found) {
      panels.delete(href);
      panel.element.remove();
      if (shown !== href || !parts.dialog.open) return;
      // Back leads to this page as it was left.
      parts.dialog.close();
      return location.assign(link.href);
    }
    panel.heading = found.heading;
    panel.element.ariaBusy = null;
    panel.element.replaceChildren(document.adoptNode(found.form));
    if (shown === href) parts.heading.textContent = found.heading;
  }

  document.addEventListener('click', (event) => {
    if (event.target === dialog) return dialog.close();
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(FORM_LINK);
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    const here = document.querySelector<HTMLFormElement>(`form[action="${formOf(link).pathname}"]`);
    if (here && !dialog.contains(here)) return here.querySelector<HTMLElement>('.input')?.focus();
    void open(link, { dialog, heading, body });
  });
}

/** The form of one link. */
type Panel = { heading: string; element: HTMLElement };
type Parts = { dialog: HTMLDialogElement; heading: HTMLElement; body: HTMLElement };
