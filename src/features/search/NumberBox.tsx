import { useLayoutEffect, useRef } from 'react';
import { enteredDigits } from '#src/domain/search/entered-number.ts';
import { useEarlyGesture } from './use-early-gesture.ts';

type NumberBoxProps = {
  name: string;
  form: string;
  label: string;
  value: number | null;
  placeholder: string;
  format(value: number): string;
  /** null where the box was emptied. */
  onEnter(value: number | null): void;
};

/**
 * A number with its unit; entered on Enter or when the box is left. The box keeps its text while it has the focus.
 */
export function NumberBox({ name, form, label, value, placeholder, format, onEnter }: NumberBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const text = value === null ? '' : format(value);
  const shown = useRef(text);
  const first = useRef(text);
  const isTyping = useRef(false);

  const enter = () => {
    if (!box.current || !isTyping.current) return;
    isTyping.current = false;
    const digits = enteredDigits(box.current.value);
    box.current.value = shown.current;
    const entered = digits === '' ? null : Number(digits);
    if (entered !== value) onEnter(entered);
  };

  useEarlyGesture(() => {
    isTyping.current = box.current?.value !== first.current;
    const isLeft = box.current !== document.activeElement;
    return isTyping.current && isLeft ? enter : undefined;
  });

  useLayoutEffect(() => {
    shown.current = text;
    if (box.current && !isTyping.current) box.current.value = text;
  }, [text]);

  return (
    <input
      ref={box}
      className="input"
      type="text"
      inputMode="numeric"
      autoComplete="off"
      name={name}
      form={form}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={first.current}
      onInput={() => {
        isTyping.current = true;
      }}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        enter();
      }}
    />
  );
}
