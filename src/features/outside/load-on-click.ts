/**
 * Loads a third party's script when a shopper asks for it, never before (`data-load-script`). Where it cannot be had
 * the link leads where it says (ANL-07: the console is warned, the shopper is not held up).
 */
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-load-script]') : null;
  const address = link?.dataset.loadScript;
  if (!link || !address) return;
  event.preventDefault();
  delete link.dataset.loadScript;
  link.setAttribute('aria-busy', 'true');
  const script = document.createElement('script');
  script.src = address;
  script.onload = () => link.removeAttribute('aria-busy');
  script.onerror = () => {
    console.warn(`${link.textContent?.trim()} could not be loaded`);
    location.assign(link.href);
  };
  document.head.append(script);
});
