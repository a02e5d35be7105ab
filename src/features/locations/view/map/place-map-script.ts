/** LOC-15: no request is sent to the maps service before a shopper opens its map. */

function frameOf({ mapEmbed = '', mapTitle = '' }: DOMStringMap): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = mapTitle;
  frame.src = mapEmbed;
  frame.allowFullscreen = true;
  // Browser keys are restricted to the dealer's host, which the service reads from the referrer.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  return frame;
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-map-embed]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = link.className;
  button.append(...link.childNodes);
  link.replaceWith(button);
  button.addEventListener('click', () => {
    const frame = frameOf(link.dataset);
    const shared = document.getElementById(link.dataset.mapIn ?? '');
    if (shared) {
      shared.querySelector('iframe')?.remove();
      shared.append(frame);
      shared.scrollIntoView({ block: 'nearest' });
    } else button.replaceWith(frame);
    frame.focus();
  });
}
