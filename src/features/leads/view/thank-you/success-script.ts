import { takeSuccess } from './success-marker.ts';

const marker = takeSuccess();
const words = document.querySelector('[data-success-words]');

if (marker && words) words.textContent = marker.words;

// ANL-02. A page that has the lead reports it itself, also one that was sent before any script ran.
if (marker && !document.querySelector('[data-lead-event]')) {
  const detail = { eventId: marker.eventId, label: marker.category, leadId: marker.leadId };
  dispatchEvent(new CustomEvent('forecourt:event', { detail }));
}
