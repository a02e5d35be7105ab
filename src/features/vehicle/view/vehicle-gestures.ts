import * as ANALYTICS_EVENTS from '#src/features/content/analytics-events.ts';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';
import { $vehicleChanges } from './summary/vehicle-changes.store.ts';

const PREPARING = 'Preparing...';
/** ERR-02. */
const FAILED = 'The PDF could not be downloaded. Please try again in a moment.';

/** Browsers that prompt for a location read the blob only afterwards. */
const REVOKE_AFTER_MS = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

async function download({ href }: HTMLAnchorElement): Promise<void> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`Status ${response.status}`);
  // Redirects to the vehicle page if it was sold in the meantime.
  if (response.redirected) return location.assign(response.url);
  save(await response.blob(), href.replace(/.*\//, ''));
  dispatchEvent(new CustomEvent('forecourt:event', { detail: { eventId: ANALYTICS_EVENTS.print } }));
}

/** VDP-20: shows progress of downloads. */
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

/** VDP-265: links to a photo show the photos first, where a spin or the inside is in view. */
export function showLinkedPhotos(): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-shows-photos]')) {
    link.addEventListener('click', () => {
      document.querySelector<HTMLInputElement>('.views-modes [value="images"]:not(:checked)')?.click();
    });
  }
}

/** ANL-05: reports clicks on marked links to analytics. */
export function watchFollowedLinks(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLElement>('[data-followed-event]');
    if (!link) return;
    const eventId = Number(link.dataset.followedEvent);
    dispatchEvent(new CustomEvent('forecourt:event', { detail: { eventId } }));
  });
}

/**
 * VDP-21: CSS hides outdated sections but keeps their space. Sections below the viewport are removed from the layout, as
 * that does not move visible content.
 */
export function closeOutdatedSections(): void {
  $vehicleChanges.subscribe(() => {
    // A section that is already hidden has no position.
    for (const section of document.querySelectorAll<HTMLElement>('.vehicle section'))
      if (!section.hidden && getComputedStyle(section).visibility === 'hidden')
        section.hidden = section.getBoundingClientRect().top > innerHeight;
  });
}

/** VDP-19: duration of "Copied" on the button. */
const COPIED_MS = 1500;
/** Duration of the message below it. */
const MESSAGE_MS = 3000;
const WINDOW = 'width=550,height=400,noopener';

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy-link]')) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    const { copyLink = '', copyName = '' } = button.dataset;
    try {
      await navigator.clipboard.writeText(copyLink);
    } catch (error) {
      return console.warn('The link couldn’t be copied', error);
    }
    button.textContent = 'Copied';
    const status = document.querySelector('[data-copy-said]');
    if (status) {
      status.textContent = `Copied ${copyName} to your clipboard!`;
      setTimeout(() => {
        status.textContent = '';
      }, MESSAGE_MS);
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

/** Uses the native share sheet on phones. On desktops it offers less than the links. */
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

/** VDP-272: the header repeats the price, so it waits until the page's own has left at the top. */
const isPriceInView = (): boolean =>
  (document.querySelector('.vehicle-price')?.getBoundingClientRect().bottom ?? 0) > 0;

function show(): void {
  const header = document.querySelector<HTMLElement>('[data-vehicle-header]');
  if (header) header.hidden = scrollY < HEADER_FROM_PX || isPriceInView();
  const bar = document.querySelector<HTMLElement>('[data-vehicle-bar]');
  bar?.toggleAttribute('data-opened', scrollY > BAR_OPENED_BEYOND_PX);
}

/**
 * Hides the bar while the same buttons of the page are in view. Until this script runs, CSS does so in browsers with
 * support for scroll-driven animations.
 */
function watchButtons(): void {
  const bar = document.querySelector<HTMLElement>('[data-vehicle-bar]');
  const buttons = document.querySelector('.vehicle-actions');
  if (!bar) return;
  const update = (isHidden: boolean) => {
    bar.toggleAttribute('data-away', isHidden);
    bar.toggleAttribute('data-awake', true);
  };
  if (!buttons) update(false);
  else new IntersectionObserver(([entry]) => update(entry?.isIntersecting ?? false)).observe(buttons);
}

export function watchScrolling(): void {
  addEventListener('scroll', show, { passive: true });
  show();
  watchButtons();
}
