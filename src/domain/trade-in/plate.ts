/** Australian plates have at most 7 characters; slim and heritage ones may have as few as 1. */
const PLATE = /^[A-Z0-9]{1,7}$/;

/** A plate as registers write it: `abc-123` is `ABC123`. */
export const normalisePlate = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.·•-]+/g, '');

/** @param plate as `normalisePlate` returns it */
export const isPlate = (plate: string): boolean => PLATE.test(plate);
