import { cspHash } from '#src/ui/csp-hash.ts';

/**
 * Runs in the page, by itself, right after the rules of the typefaces: a browser that has had these files uses them
 * at once. For any other `src/layouts/later-scripts.ts` lets them come after the picture; until then the text is
 * shown in faces of the device that take the same room.
 */
function useKnownFaces(): void {
  const style = document.currentScript?.previousElementSibling as HTMLStyleElement;
  try {
    if (localStorage.getItem('forecourt:faces')) style.media = 'all';
  } catch {}
}

/** Text of an inline script, and its hash for the content security policy. */
export const KNOWN_FACES = `(${useKnownFaces})()`.replaceAll(/\n\s+/g, '\n');
export const KNOWN_FACES_HASH = cspHash(KNOWN_FACES);
