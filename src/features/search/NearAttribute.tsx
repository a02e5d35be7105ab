import type { Connector, IndexUiState } from 'instantsearch.js';
import { useConnector } from 'react-instantsearch';

type NearWidget = {
  $$type: string;
  renderState: Record<string, unknown>;
  indexRenderState: Record<string, unknown>;
  indexUiState: IndexUiState;
};

type Placed = { near?: string; within?: number };

const connectNear: Connector<NearWidget, Record<string, unknown>> = (render) => (widgetParams) => ({
  $$type: 'forecourt.near',
  init: (options) => render({ ...options, widgetParams } as never, true),
  render: (options) => render({ ...options, widgetParams } as never, false),
  dispose: () => {},
  getRenderState: (renderState) => renderState as never,
  getWidgetRenderState: () => ({ widgetParams }) as never,
  // `Configure` searches by what it finds there, and hands on only what is its own.
  getWidgetUiState(uiState, { searchParameters }) {
    const { near, within } = searchParameters as Placed;
    if (near === undefined) return uiState;
    const placed: object = { ...uiState.configure, near, ...(within !== undefined && { within }) };
    return { ...uiState, configure: placed };
  },
  getWidgetSearchParameters: (searchParameters) => searchParameters,
});

/** LOC-11: tells InstantSearch that where vehicles are near to is part of a search. */
export function NearAttribute() {
  useConnector(connectNear);
  return null;
}
