import type { Location } from '#src/config/sections/locations.ts';
import { systemClock, zonedDate } from '#src/domain/clock.ts';
import { MINUTE_MS } from '#src/domain/duration.ts';
import { openNow } from '#src/domain/location/open-now.ts';

type Place = Pick<Location, 'opening_hours' | 'special_hours'> & { timeZone: string };

const UPDATE_EVERY_MS = MINUTE_MS;

function show(): void {
  const now = systemClock.now();
  for (const element of document.querySelectorAll<HTMLElement>('[data-open-now]')) {
    const place = JSON.parse(element.dataset.openNow ?? '') as Place;
    const { open, text } = openNow(place, now, place.timeZone);
    if (element.textContent !== text) element.textContent = text;
    element.dataset.state = open ? 'open' : 'closed';
  }
  for (const table of document.querySelectorAll<HTMLElement>('[data-hours-zone]')) {
    const { weekday, date } = zonedDate(now, table.dataset.hoursZone ?? '');
    for (const row of table.querySelectorAll<HTMLElement>('[data-weekdays]'))
      row.ariaCurrent = row.dataset.weekdays?.split(' ').includes(String(weekday)) ? 'date' : null;
    // The page may have been rendered days ago: past holidays are removed.
    for (const day of table.querySelectorAll<HTMLElement>('[data-date]')) {
      day.hidden = (day.dataset.date ?? '') < date;
    }
  }
}

show();
// A tab may stay open past closing time, and a page that Back leads to is as it was left.
setInterval(show, UPDATE_EVERY_MS);
for (const event of ['visibilitychange', 'pageshow']) addEventListener(event, show);
