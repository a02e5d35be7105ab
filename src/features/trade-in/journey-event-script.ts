import { browserStorage } from '#src/ui/browser-storage.ts';
import { isFirstReport } from './sent-events.ts';

/** ANL-06. The queue already listens: the frame's script runs before the page's. */
for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-journey-event]')) {
  const { journeyEvent, label, lead: leadId } = dataset;
  // Not per tab: a valuation may be reopened by its link from anywhere.
  if (!isFirstReport(browserStorage('localStorage'), `${journeyEvent} ${leadId}`)) continue;
  dispatchEvent(
    new CustomEvent('forecourt:event', { detail: { eventId: Number(journeyEvent), label, leadId } }),
  );
}
