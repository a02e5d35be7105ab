let region: HTMLElement | undefined;

/** Has screen readers say `text` when they next pause. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  // A region that appears together with its text is not read out by every screen reader.
  const place = region;
  setTimeout(() => {
    place.textContent = text;
  }, 50);
}
