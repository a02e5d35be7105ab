import { dayInLine, openAt } from '#src/features/locations/hours/open-now.ts';
import { zonedDate } from '#src/platform/time/clock.ts';

/** Importing the constant would create a chunk shared with islands, and thus a request. */
const UPDATE_EVERY_MS = 60_000;

/** Written by `OpenNow.astro`. */
type Hours = DOMStringMap & { openNow: string; timeZone: string };

function show(): void {
  const now = new Date();
  for (const element of document.querySelectorAll<HTMLElement>('[data-open-now]')) {
    const dataset = element.dataset as Hours;
    const { open, text, brief } = openAt((date) => dayInLine(dataset.openNow, date), now, dataset.timeZone);
    // A write would make screen readers and the layout look again.
    const shown = element.hasAttribute('data-brief') ? brief : text;
    if (element.textContent !== shown) element.textContent = shown;
    dataset.state = open ? 'open' : 'closed';
  }
  for (const table of document.querySelectorAll<HTMLElement>('[data-hours-zone]')) {
    const { weekday, date } = zonedDate(now, table.dataset.hoursZone as string);
    for (const row of table.querySelectorAll<HTMLElement>('[data-weekdays]'))
      row.ariaCurrent = row.matches(`[data-weekdays~="${weekday}"]`) ? 'date' : null;
    // The page may be days old, so past holidays are removed.
    for (const day of table.querySelectorAll<HTMLElement>('[data-date]')) {
      day.hidden = (day.dataset.date as string) < date;
    }
  }
}

show();
// A tab may stay open past closing time.
setInterval(show, UPDATE_EVERY_MS);
