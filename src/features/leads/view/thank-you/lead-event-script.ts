import { browserStorage } from '#src/platform/ui/storage/browser-storage.ts';
import { isFirstReport } from './reported-events.ts';

/** ANL-02, ANL-06. The queue already listens: the frame's script runs before the page's. */
for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-lead-event]')) {
  const { leadEvent, label, lead: leadId } = dataset;
  // Not per tab: a page that has a lead may be reopened by its link from anywhere.
  if (!isFirstReport(browserStorage('localStorage'), `${leadEvent} ${leadId}`)) continue;
  dispatchEvent(
    new CustomEvent('forecourt:event', { detail: { eventId: Number(leadEvent), label, leadId } }),
  );
}
