import { takeSuccess } from './success-marker.ts';

const marker = takeSuccess();
const words = document.querySelector('[data-success-category]');

if (marker && words) words.textContent = `Your ${marker.category.toLowerCase()}`;

// ANL-02. The queue listens from its own script, which the load event waits for.
if (marker) {
  const detail = { eventId: marker.eventId, label: marker.category, leadId: marker.leadId };
  addEventListener('load', () => dispatchEvent(new CustomEvent('forecourt:event', { detail })), {
    once: true,
  });
}
