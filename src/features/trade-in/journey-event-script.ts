/** ANL-06. The queue listens already: the script of the frame runs before those of the page. */
const TOLD_KEY = 'forecourt:journey-events';

function told(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(TOLD_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    // Nothing can be kept here: better told twice than never.
    return [];
  }
}

function keep(keys: readonly string[]): void {
  try {
    sessionStorage.setItem(TOLD_KEY, JSON.stringify(keys));
  } catch {
    // Full or refused.
  }
}

for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-journey-event]')) {
  const { journeyEvent, label, lead: leadId } = dataset;
  const key = `${journeyEvent} ${leadId}`;
  const before = told();
  if (before.includes(key)) continue;
  keep([...before, key]);
  dispatchEvent(
    new CustomEvent('forecourt:event', { detail: { eventId: Number(journeyEvent), label, leadId } }),
  );
}
