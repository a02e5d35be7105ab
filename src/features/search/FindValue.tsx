import { type RefObject, useLayoutEffect, useRef } from 'react';

type FindValueProps = {
  label: string;
  /** What was typed, each time it changes. */
  onFind(text: string): void;
  /** The shopper is about to search for a value. */
  onStart(): void;
};

/** Text typed before hydration counts too. */
function useEarlyText(box: RefObject<HTMLInputElement | null>, act: (text: string) => void) {
  const first = useRef(act);
  useLayoutEffect(() => {
    if (box.current?.value) first.current(box.current.value);
  }, [box]);
}

/** Narrows a long list of values to those that hold a text. Works only with scripts; the form does not send it. */
export function FindValue({ label, onFind, onStart }: FindValueProps) {
  const box = useRef<HTMLInputElement>(null);
  useEarlyText(box, (text) => {
    onStart();
    onFind(text);
  });
  return (
    <input
      ref={box}
      className="input facet-find"
      type="text"
      autoComplete="off"
      enterKeyHint="done"
      aria-label={label}
      placeholder={label}
      onFocus={onStart}
      onInput={({ currentTarget }) => onFind(currentTarget.value)}
    />
  );
}
