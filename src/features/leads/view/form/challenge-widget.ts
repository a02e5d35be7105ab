import { loadScript } from '#src/platform/ui/dom/dom-parts.ts';

const WIDGET = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
/** How long sending waits for a challenge token; the lead matters more than its token. */
const TOKEN_WAIT_MS = 5000;

type Widget = {
  render(container: HTMLElement, options: object): string | undefined;
  reset(id: string): void;
};

/** A form's challenge. */
export type FormChallenge = {
  /** Resolves once the form has a token, or none will come. */
  settled(): Promise<void>;
  /** Requests another token: each is valid once. */
  renew(): void;
};

/**
 * Renders Turnstile into `container` inside its form. Most people see nothing; after any failure the form has no
 * token.
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
