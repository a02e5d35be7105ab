import { browserStorage } from '#src/ui/browser-storage.ts';
import { isFirstReport } from './sent-events.ts';

/** ANL-06. The queue listens already: the script of the frame runs before those of the page. */
for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-journey-event]')) {
  const { journeyEvent, label, lead: leadId } = dataset;
  // Not of the tab: a valuation is gone back to by its link, from anywhere.
  if (!isFirstReport(browserStorage('localStorage'), `${journeyEvent} ${leadId}`)) continue;
  dispatchEvent(
    new CustomEvent('forecourt:event', { detail: { eventId: Number(journeyEvent), label, leadId } }),
  );
}
