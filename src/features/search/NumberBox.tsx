import { useState } from 'react';

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

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** A number with its unit; entered on Enter or when the box is left. */
export function NumberBox({ name, form, label, value, placeholder, format, onEnter }: NumberBoxProps) {
  const [typed, setTyped] = useState<string>();
  const enter = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const digits = digitsOf(typed);
    const entered = digits === '' ? null : Number(digits);
    if (entered !== value) onEnter(entered);
  };
  return (
    <input
      className="input"
      type="text"
      inputMode="numeric"
      autoComplete="off"
      name={name}
      form={form}
      aria-label={label}
      placeholder={placeholder}
      value={typed ?? (value === null ? '' : format(value))}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        enter();
      }}
    />
  );
}
