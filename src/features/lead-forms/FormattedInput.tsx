import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';

type FormattedInputProps = ComponentProps<'input'> & {
  format: (text: string) => string;
  ref?: RefObject<HTMLInputElement | null>;
};

/** FORM-07: an input whose text is formatted once the shopper has left it, also what was typed before hydration. */
export function FormattedInput({ format, ref, ...attributes }: FormattedInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const inputRef = ref ?? own;

  useEffect(() => {
    const input = inputRef.current;
    if (input && input !== document.activeElement) input.value = format(input.value);
  }, [format, inputRef]);

  return (
    <input
      {...attributes}
      ref={inputRef}
      onBlur={({ currentTarget: input }) => {
        input.value = format(input.value);
      }}
    />
  );
}
