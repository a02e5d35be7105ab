import { type RefObject, useEffect, useState } from 'react';

/**
 * VDP-04: full screen of an element. On phones that show nothing but video in full, it fills the window instead, and
 * looks and ends alike.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [isFull, setFull] = useState(false);
  const ownsScreen = () => document.fullscreenElement === element.current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    // Wherever the focus is. A browser ends its own full screen itself.
    addEventListener('keydown', ({ key }) => key === 'Escape' && !ownsScreen() && setFull(false), { signal });
    addEventListener('fullscreenchange', () => setFull(ownsScreen()), { signal });
    return () => ended.abort();
  }, []);

  const toggle = () => {
    const { current } = element;
    if (ownsScreen()) void document.exitFullscreen();
    else if (isFull || !current?.requestFullscreen) setFull(!isFull);
    else current.requestFullscreen().catch(() => setFull(true));
  };
  return [isFull, toggle];
}
