import { GOOGLE_TAG_SCRIPT, META_PIXEL_SCRIPT } from './analytics-vendors.ts';

type Call = (...words: unknown[]) => void;
type Queue = Call & { queue: unknown[][]; loaded: boolean; version: string };
const shared = window as unknown as { dataLayer?: unknown[]; fbq?: Call; _fbq?: Call };

const FIRST_GESTURES = ['pointerdown', 'keydown', 'touchstart', 'scroll'] as const;

function load(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  script.onerror = () => console.warn(`Analytics could not be loaded from ${new URL(src).host}`);
  document.head.append(script);
}

function startGoogle(tag: string): void {
  shared.dataLayer ??= [];
  // Google's script reads calls as `arguments`, which a rest parameter is not.
  function gtag() {
    // biome-ignore lint/complexity/noArguments: the vendor's protocol
    shared.dataLayer?.push(arguments);
  }
  (gtag as Call)('js', new Date());
  (gtag as Call)('config', tag);
  load(`${GOOGLE_TAG_SCRIPT}?id=${encodeURIComponent(tag)}`);
}

function startMeta(pixel: string): void {
  const queue: unknown[][] = [];
  const call = Object.assign((...words: unknown[]) => void queue.push(words), {
    queue,
    loaded: true,
    version: '2.0',
  }) satisfies Queue;
  shared.fbq ??= call;
  shared._fbq ??= call;
  shared.fbq('init', pixel);
  shared.fbq('track', 'PageView');
  load(META_PIXEL_SCRIPT);
}

const accounts = document.querySelector<HTMLMetaElement>('meta[name="analytics-accounts"]')?.dataset;

function start(): void {
  for (const gesture of FIRST_GESTURES) removeEventListener(gesture, start);
  if (accounts?.googleTag) startGoogle(accounts.googleTag);
  if (accounts?.metaPixel) startMeta(accounts.metaPixel);
}

for (const gesture of FIRST_GESTURES) addEventListener(gesture, start, { passive: true });
