import { takeSuccess } from './success-marker.ts';

const marker = takeSuccess();
const words = document.querySelector('[data-success-words]');

if (marker && words) words.textContent = marker.words;

// ANL-02. The queue listens already: the script of the frame runs before those of the page.
if (marker) {
  const detail = { eventId: marker.eventId, label: marker.category, leadId: marker.leadId };
  dispatchEvent(new CustomEvent('forecourt:event', { detail }));
}
