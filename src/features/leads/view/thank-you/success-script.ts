import { consumeSuccess } from './success-marker.ts';

const marker = consumeSuccess();
const words = document.querySelector('[data-success-words]');

if (marker && words) words.textContent = marker.words;

// ANL-02. A page with the lead reports it itself, even if it was sent without JavaScript.
if (marker && !document.querySelector('[data-lead-event]')) {
  const detail = { eventId: marker.eventId, label: marker.category, leadId: marker.leadId };
  dispatchEvent(new CustomEvent('forecourt:event', { detail }));
}
