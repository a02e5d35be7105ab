import { browserStorage } from '#src/platform/ui/storage/browser-storage.ts';
import { isFirstReport } from './reported-events.ts';

/** ANL-02, ANL-06. The analytics queue is already listening: the layout's script runs first. */
for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-lead-event]')) {
  const { leadEvent, label, lead: leadId } = dataset;
  // localStorage, because the page of a lead may be reopened in any tab.
  if (!isFirstReport(browserStorage('localStorage'), `${leadEvent} ${leadId}`)) continue;
  dispatchEvent(
    new CustomEvent('forecourt:event', { detail: { eventId: Number(leadEvent), label, leadId } }),
  );
}
