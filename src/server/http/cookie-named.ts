/**
 * The value of a cookie as it was sent; of two that share the name, the first.
 * @param header the Cookie header
 */
export function cookieNamed(header: string | null | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(start));
  return pair?.trim().slice(start.length);
}
