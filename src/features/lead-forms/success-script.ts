import { takeSuccess } from './success-marker.ts';

const marker = takeSuccess();
const words = document.querySelector('[data-success-words]');

if (marker && words) words.textContent = marker.words;

// ANL-02. The queue already listens: the frame's script runs before the page's.
if (marker) {
  const detail = { eventId: marker.eventId, label: marker.category, leadId: marker.leadId };
  dispatchEvent(new CustomEvent('forecourt:event', { detail }));
}
