import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';
import { $vehicleChanges } from './summary/vehicle-changes.store.ts';

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

/** ANL-05: a marked link reports to analytics when it is followed. */
export function watchFollowedLinks(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLElement>('[data-followed-event]');
    if (!link) return;
    const eventId = Number(link.dataset.followedEvent);
    dispatchEvent(new CustomEvent('forecourt:event', { detail: { eventId } }));
  });
}

/**
 * VDP-21: sections that styles hide as outdated would leave a gap to scroll past. Those that are still below the screen
 * give up their space: nothing in view moves.
 */
export function closeOutdatedSections(): void {
  $vehicleChanges.subscribe(() => {
    // One that is closed has no place to ask for.
    for (const section of document.querySelectorAll<HTMLElement>('.vehicle section'))
      if (!section.hidden && getComputedStyle(section).visibility === 'hidden')
        section.hidden = section.getBoundingClientRect().top > innerHeight;
  });
}

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

/** VDP-15. */
const HEADER_FROM_PX = 500;
const BAR_OPENED_BEYOND_PX = 900;

function show(): void {
  const header = document.querySelector<HTMLElement>('[data-vehicle-header]');
  if (header) header.hidden = scrollY < HEADER_FROM_PX;
  const bar = document.querySelector<HTMLElement>('[data-vehicle-bar]');
  bar?.toggleAttribute('data-opened', scrollY > BAR_OPENED_BEYOND_PX);
}

/**
 * While the page's own buttons are in view, even in part, the bar with the same ones leaves them free. Until then styles
 * alone see to that, in browsers that can.
 */
function watchButtons(): void {
  const bar = document.querySelector<HTMLElement>('[data-vehicle-bar]');
  const buttons = document.querySelector('.vehicle-actions');
  if (!bar) return;
  const place = (isAway: boolean) => {
    bar.toggleAttribute('data-away', isAway);
    bar.toggleAttribute('data-awake', true);
  };
  if (!buttons) place(false);
  else new IntersectionObserver(([entry]) => place(entry?.isIntersecting ?? false)).observe(buttons);
}

/** The car's header and bar depend on the scroll position. */
export function watchScrolling(): void {
  addEventListener('scroll', show, { passive: true });
  show();
  watchButtons();
}
