import type { Location } from '#src/config/sections/locations.ts';
import { systemClock, zonedDate } from '#src/domain/clock.ts';
import { openNow } from '#src/domain/location/open-now.ts';

type Place = Pick<Location, 'opening_hours' | 'special_hours'> & { timeZone: string };

const now = systemClock.now();

for (const element of document.querySelectorAll<HTMLElement>('[data-open-now]')) {
  const place = JSON.parse(element.dataset.openNow ?? '') as Place;
  const { open, text } = openNow(place, now, place.timeZone);
  element.textContent = text;
  element.dataset.state = open ? 'open' : 'closed';
}

for (const table of document.querySelectorAll<HTMLElement>('[data-hours-zone]')) {
  const { weekday, date } = zonedDate(now, table.dataset.hoursZone ?? '');
  table.querySelector(`[data-weekdays~="${weekday}"]`)?.setAttribute('aria-current', 'date');
  // The page may have been rendered days ago: past holidays are removed.
  for (const day of table.querySelectorAll<HTMLElement>('[data-date]')) {
    day.hidden = (day.dataset.date ?? '') < date;
  }
}
