import { estimatedIn, estimateText } from '#src/features/finance/on-road/estimate-text.ts';
import { $shopperState } from '#src/features/locations/client/shopper-place.store.ts';

/**
 * `<drive-away-price data-prices="45990,…" data-on-road="Drive away">`: shows the price of the shopper's state in place
 * of the dealer's, in the browser, so that cached pages are shared.
 */
class DriveAwayPrice extends HTMLElement {
  static readonly observedAttributes = ['data-prices'];
  #stop: (() => void) | undefined;

  connectedCallback(): void {
    this.#stop = $shopperState.subscribe(() => this.attributeChangedCallback());
  }

  disconnectedCallback(): void {
    this.#stop?.();
  }

  attributeChangedCallback(): void {
    const { prices = '', onRoad = '' } = this.dataset;
    const state = $shopperState.get();
    const dollars = state && estimatedIn(prices.split(',').map(Number), state);
    if (state && dollars) this.textContent = estimateText(onRoad, dollars, state);
  }
}

customElements.define('drive-away-price', DriveAwayPrice);
