/** Pasted and filled-in digits come with spaces and dashes; browsers would cut them off at a `maxLength`. */
export const onlyDigits =
  (most: number) =>
  ({ currentTarget: input }: { currentTarget: HTMLInputElement }): void => {
    const digits = input.value.replace(/\D/g, '').slice(0, most);
    if (digits !== input.value) input.value = digits;
  };
