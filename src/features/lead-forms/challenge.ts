import { loadScript } from '#src/ui/load-script.ts';

const WIDGET = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
/** How long sending waits for a challenge token; a lead is worth more than the token that goes with it. */
const TOKEN_WAIT_MS = 5000;

type Widget = {
  render(container: HTMLElement, options: object): string | undefined;
  reset(id: string): void;
};

/** A form's challenge. */
export type FormChallenge = {
  /** Resolves once there is a token in the form, or none is to be waited for. */
  settled(): Promise<void>;
  /** Asks for another token: each can be shown once. */
  renew(): void;
};

/**
 * Puts Turnstile into `container`, which lies in the form its token is for. Nothing is shown to most people, and
 * whatever fails leaves the form without a token.
 */
export function startChallenge(container: HTMLElement, siteKey: string): FormChallenge {
  let settle = () => {};
  let arrival = new Promise<void>((resolve) => {
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
      Promise.race([arrival, new Promise<void>((resolve) => setTimeout(resolve, TOKEN_WAIT_MS))]),
    renew() {
      arrival = new Promise<void>((resolve) => {
        settle = resolve;
      });
      renewWidget();
    },
  };
}
