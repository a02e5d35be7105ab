import type { DrawnMap, LiveMap } from '#src/features/locations/location-maps.ts';

/** LOC-15, LOC-270: no request is sent to a maps service before a shopper opens its map. */

function frameOf(address: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = address;
  frame.allowFullscreen = true;
  // Browser keys are restricted to the dealer's host, which the service reads from the referrer.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  return frame;
}

const FAILED = 'The map did not load.';
const LOADING = 'Loading the map…';

/** Shows a map in place of its button; if it fails, the link of the button in its place. */
async function draw(button: HTMLElement, link: HTMLElement, map: DrawnMap): Promise<void> {
  const stage = document.createElement('div');
  stage.className = 'place-map-stage';
  // The library positions its own container.
  const container = stage.appendChild(document.createElement('div'));
  const note = document.createElement('p');
  note.className = 'place-map-note';
  note.role = 'status';
  note.textContent = LOADING;
  button.replaceWith(stage, note);
  try {
    const { drawMap } = await import('./draw-map.ts');
    await drawMap(container, map, link.dataset.mapTitle ?? '');
    note.remove();
    stage.querySelector('canvas')?.focus({ preventScroll: true });
  } catch {
    stage.remove();
    note.textContent = `${FAILED} `;
    if (link instanceof HTMLAnchorElement) {
      const directions = document.createElement('a');
      directions.href = link.href;
      directions.textContent = 'Get Directions';
      note.append(directions);
    }
  }
}

for (const link of document.querySelectorAll<HTMLElement>('[data-map]')) {
  const live: LiveMap = JSON.parse(link.dataset.map ?? '');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = link.className;
  button.append(...link.childNodes);
  link.replaceWith(button);
  button.addEventListener('click', () => {
    if (live.kind === 'drawn') {
      void draw(button, link, live.map);
      return;
    }
    const frame = frameOf(live.address, link.dataset.mapTitle ?? '');
    button.replaceWith(frame);
    frame.focus();
  });
}
