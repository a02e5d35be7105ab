import * as ANALYTICS_EVENTS from '#src/domain/analytics-events.ts';
import { isPlainClick } from '#src/ui/plain-click.ts';

const PREPARING = 'Preparing...';
/** ERR-02. */
const FAILED = 'The PDF could not be downloaded. Please try again in a moment.';

/** Some browsers ask where to save it before reading it. */
const READ_WITHIN_MS = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS);
}

async function download({ href }: HTMLAnchorElement): Promise<void> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`Status ${response.status}`);
  // Sold in the meantime: its page shows it.
  if (response.redirected) return location.assign(response.url);
  save(await response.blob(), href.replace(/.*\//, ''));
  dispatchEvent(new CustomEvent('forecourt:event', { detail: { eventId: ANALYTICS_EVENTS.print } }));
}

/** VDP-20: links that show that a file is being prepared, save it, and can be retried after a failure. */
export function saveDownloads(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-download]')) {
    const label = link.textContent;
    link.addEventListener('click', async (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      if (link.textContent === PREPARING) return;
      link.textContent = PREPARING;
      try {
        await download(link);
      } catch (error) {
        console.warn('No PDF:', error);
        alert(FAILED);
      }
      link.textContent = label;
    });
  }
}
