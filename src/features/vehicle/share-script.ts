import { isPlainClick } from '#src/ui/plain-click.ts';

/** VDP-19: how long the button shows "Copied". */
const COPIED_MS = 1500;
/** How long the full message is shown below it. */
const SAID_MS = 3000;
const WINDOW = 'width=550,height=400,noopener';

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy-link]')) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    const { copyLink = '', copyName = '' } = button.dataset;
    try {
      await navigator.clipboard.writeText(copyLink);
    } catch (error) {
      return console.warn('The address could not be copied', error);
    }
    button.textContent = 'Copied';
    const said = document.querySelector('[data-copy-said]');
    if (said) {
      said.textContent = `Copied ${copyName} to your clipboard!`;
      setTimeout(() => {
        said.textContent = '';
      }, SAID_MS);
    }
    setTimeout(() => {
      button.textContent = label;
    }, COPIED_MS);
  });
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-share-window]')) {
  link.addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    window.open(link.href, '_blank', WINDOW);
  });
}

/** A phone's own way to share comes first. On a desktop it offers less than the links, and would hide them. */
for (const summary of document.querySelectorAll<HTMLElement>('[data-share-native]')) {
  if (!navigator.share || !matchMedia('(pointer: coarse)').matches) break;
  summary.addEventListener('click', (event) => {
    event.preventDefault();
    const { shareNative: url = '', shareName: title = '' } = summary.dataset;
    navigator.share({ title, url }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      summary.closest('details')?.toggleAttribute('open', true);
    });
  });
}
