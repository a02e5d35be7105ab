import { takeSuccess } from './success-marker.ts';

const marker = takeSuccess();
const words = document.querySelector('[data-success-category]');

if (marker && words) words.textContent = `Your ${marker.category.toLowerCase()}`;

// ANL-02. The queue listens already: the script of the frame runs before those of the page.
if (marker) {
  const detail = { eventId: marker.eventId, label: marker.category, leadId: marker.leadId };
  dispatchEvent(new CustomEvent('forecourt:event', { detail }));
}
