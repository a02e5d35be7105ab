import { type RefObject, useLayoutEffect, useRef } from 'react';

type FindValueProps = {
  label: string;
  /** What was typed, each time it changes. */
  onFind(text: string): void;
  /** Somebody is about to look for a value. */
  onStart(): void;
};

/** What was typed before the island woke counts as well. */
function useEarlyText(box: RefObject<HTMLInputElement | null>, act: (text: string) => void) {
  const first = useRef(act);
  useLayoutEffect(() => {
    if (box.current?.value) first.current(box.current.value);
  }, [box]);
}

/** Narrows a long list of values to those that hold a text. Scripts alone can do that; the form does not send it. */
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
