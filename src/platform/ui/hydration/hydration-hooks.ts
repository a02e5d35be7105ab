import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

const never = () => () => {};

/** False in server HTML and the first render of an island, true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * Values of a form's fields by name. Input made before hydration is preserved.
 * @returns the set contains fields changed before hydration
 */
export function useFormTexts<N extends string>(
  first: Readonly<Record<N, string>>,
): [
  RefObject<HTMLFormElement | null>,
  Readonly<Record<N, string>>,
  Dispatch<SetStateAction<Readonly<Record<N, string>>>>,
  RefObject<Set<string>>,
] {
  const form = useRef<HTMLFormElement>(null);
  const early = useRef(new Set<string>());
  const [texts, setTexts] = useState(first);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before React writes into the fields
  useLayoutEffect(() => {
    const typed = Object.entries<string>(first).flatMap(([name, text]) => {
      const control = form.current?.elements.namedItem(name);
      const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
      return isField && control.value !== text ? [[name, control.value]] : [];
    });
    if (typed.length === 0) return;
    early.current = new Set(typed.map(([name = '']) => name));
    setTexts({ ...first, ...Object.fromEntries(typed) });
  }, []);

  return [form, texts, setTexts, early];
}
