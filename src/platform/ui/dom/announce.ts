let region: HTMLElement | undefined;

/** Announces text in a polite live region. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'visually-hidden';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  // Some screen readers ignore live regions that are inserted together with their text.
  const place = region;
  setTimeout(() => {
    place.textContent = text;
  }, 50);
}
