import { inlineScript } from './inline-script.ts';

declare global {
  interface Document {
    /** Loads the typefaces that wait for the picture, then uses them. Only on pages where they wait. */
    loadFaces?(): void;
  }
}

/**
 * Runs in the page, by itself, right after the rules of the typefaces: a browser that has had these files uses them
 * at once. For any other `src/layouts/later-scripts.ts` has them loaded after the picture; until then the text is shown
 * in faces of the device that take the same room.
 */
const known = () => {
  const style = document.currentScript?.previousElementSibling as HTMLStyleElement;
  document.loadFaces = () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[media^=not]');
    let left = links.length;
    for (const waiting of links) {
      const link = waiting.cloneNode() as HTMLLinkElement;
      link.media = '';
      // Each that comes lays the page out again, so all are loaded before the first is used.
      link.onload = link.onerror = () => {
        left -= 1;
        if (!left) style.media = '';
      };
      waiting.replaceWith(link);
    }
    try {
      localStorage['forecourt:faces'] = 1;
    } catch {}
  };
  try {
    // Any other page of this session has had them.
    if (sessionStorage['forecourt:visited'] || localStorage['forecourt:faces']) style.media = '';
  } catch {}
};

export const KNOWN_FACES = inlineScript(`(${known})()`);
