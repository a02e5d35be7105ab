import { loadScript } from '#src/ui/load-script.ts';

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-chat]')) {
  link.addEventListener('click', async (click) => {
    const address = link.dataset.chat;
    if (!address || click.ctrlKey || click.metaKey) return;
    click.preventDefault();
    if (link.ariaBusy === 'true') return;
    link.ariaBusy = 'true';
    try {
      await loadScript(address);
      // From here the service shows a button of its own.
      link.hidden = true;
    } catch (error) {
      console.warn('The chat cannot be loaded:', error);
      location.assign(link.href);
    }
  });
}
