/** The next day whose number is that of its month: the same in every order of day and month. */
export function someDay(now: Date): string {
  const year = now.getFullYear();
  return new Date(year, 11, 12) > now ? `1212${year}` : `0101${year + 1}`;
}

/** A year, a price, a number of vehicles: where any number will do. */
export const SOME_NUMBER = '2022';
/** Answers by name; every other field takes a number or the message. */
export const ANSWERS: Record<string, string> = {
  name: 'Robin',
  last_name: 'Ash',
  email: 'robin@example.com',
  phone: '0491570156',
  postcode: '4006',
  Rego: '123ABC',
  rego: '123ABC',
  odometer: '45000',
};
