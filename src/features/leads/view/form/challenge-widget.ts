import { loadScript } from '#src/platform/ui/dom/dom-parts.ts';

const WIDGET = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
/** The timeout for a token, because the lead matters more. */
const TOKEN_WAIT_MS = 5000;

type Widget = {
  render(container: HTMLElement, options: object): string | undefined;
  reset(id: string): void;
};

export type FormChallenge = {
  /** Resolves once the form has a token, or after a failure or timeout. */
  settled(): Promise<void>;
  /** Requests a new token: each is valid once. */
  renew(): void;
};

/**
 * Renders Turnstile into `container`, which is in its form. Usually invisible; after a failure the form has no token.
 */
export function startChallenge(container: HTMLElement, siteKey: string): FormChallenge {
  let settle = () => {};
  let pending = new Promise<void>((resolve) => {
    settle = resolve;
  });
  let renewWidget = () => settle();
  const start = async () => {
    await loadScript(WIDGET);
    const widget = (globalThis as { turnstile?: Widget }).turnstile;
    const done = () => settle();
    const id = widget?.render(container, {
      sitekey: siteKey,
      appearance: 'interaction-only',
      callback: done,
      'error-callback': done,
      'unsupported-callback': done,
    });
    if (id === undefined) return done();
    renewWidget = () => widget?.reset(id);
  };
  start().catch((error: unknown) => {
    console.warn('No challenge:', error);
    settle();
  });
  return {
    settled: () =>
      Promise.race([pending, new Promise<void>((resolve) => setTimeout(resolve, TOKEN_WAIT_MS))]),
    renew() {
      pending = new Promise<void>((resolve) => {
        settle = resolve;
      });
      renewWidget();
    },
  };
}
