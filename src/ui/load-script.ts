/**
 * Adds a script of another host to the page.
 * @throws Error if it cannot be loaded
 */
export function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${new URL(address).host} did not answer`)));
    document.head.append(script);
  });
}
