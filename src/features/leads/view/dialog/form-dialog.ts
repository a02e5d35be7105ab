import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';

/** Opens linked forms in a dialog: fetches the form's page and shows its form. On failure it follows the link. */

/** `data-own-page` marks links to forms that have no dialog. */
const FORM_LINK = 'a[href^="/enquire/"]:not([data-own-page]), a[data-form]';
/** A link may lead to another page and have the form's URL in `data-form`. */
const formOf = (link: HTMLAnchorElement): URL => new URL(link.dataset.form ?? link.href, location.href);
/** The content security policy blocks styles of another page; the page already has the form's styles and scripts. */
const STYLES = /<style[\s\S]*?<\/style>/g;
const RESPONSE_TIMEOUT_MS = 5000;

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
  const title = dialog?.querySelector('h2');
  const body = dialog?.querySelector<HTMLElement>('[data-form-dialog-body]');
  if (!dialog || !title || !body) return;
  /** By form URL. */
  const panels = new Map<string, { heading: string; element: HTMLElement }>();

  /**
   * A form opened before keeps its input. Forms of one kind share field ids, so only one of each is in the document.
   */
  const show = (shown: string) => {
    for (const [address, { heading, element }] of panels) {
      element.hidden = address !== shown;
      if (!element.hidden) title.textContent = heading;
      else if (new URL(address).pathname === new URL(shown).pathname) element.remove();
    }
    const panel = panels.get(shown);
    if (panel && !panel.element.isConnected) body.append(panel.element);
  };

  const open = async (link: HTMLAnchorElement) => {
    dialog.showModal();
    const address = formOf(link);
    const { href } = address;
    if (panels.has(href)) return show(href);
    const panel = { heading: link.textContent, element: document.createElement('div') };
    const { element } = panel;
    element.innerHTML = '<span class="lead-form-spinner"></span>';
    element.ariaBusy = 'true';
    panels.set(href, panel);
    show(href);
    address.searchParams.set(FORM_EXTRAS.pagePath, location.pathname);
    const found = await fetchForm(address.href).catch(() => undefined);
    const isShown = element.isConnected && !element.hidden;
    if (!found) {
      panels.delete(href);
      element.remove();
      if (!isShown || !dialog.open) return;
      // Close first, so that Back returns to the page without the dialog.
      dialog.close();
      return location.assign(link.href);
    }
    panel.heading = found.heading;
    element.ariaBusy = null;
    element.replaceChildren(document.adoptNode(found.form));
    if (isShown) title.textContent = found.heading;
  };

  document.addEventListener('click', (event) => {
    if (event.target === dialog) return dialog.close();
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(FORM_LINK);
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    const here = document.querySelector<HTMLFormElement>(`form[action="${formOf(link).pathname}"]`);
    if (here && !dialog.contains(here)) here.querySelector<HTMLElement>('.input')?.focus();
    else void open(link);
  });
}
