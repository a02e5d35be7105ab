import { type RefObject, useEffect, useRef } from 'react';
import type { FormChallenge } from './challenge.ts';

/** A form's challenge loads when the shopper starts the form; other shoppers send its service no requests. */
export function useChallenge(siteKey: string | undefined, formRef: RefObject<HTMLFormElement | null>) {
  const widgetRef = useRef<HTMLDivElement>(null);
  const challenge = useRef<Promise<FormChallenge | undefined> | undefined>(undefined);

  useEffect(() => {
    const form = formRef.current;
    if (!form || siteKey === undefined) return;
    const begin = () => {
      const container = widgetRef.current;
      if (!container) return;
      challenge.current ??= import('./challenge.ts').then(
        ({ startChallenge }) => startChallenge(container, siteKey),
        () => undefined,
      );
    };
    if (form.contains(document.activeElement)) begin();
    form.addEventListener('focusin', begin, { once: true });
    return () => form.removeEventListener('focusin', begin);
  }, [siteKey, formRef]);

  return {
    widgetRef,
    settled: async () => (await challenge.current)?.settled(),
    renew: async () => (await challenge.current)?.renew(),
  };
}
