import type { Connector, IndexUiState } from 'instantsearch.js';
import type { Near } from '#src/domain/search/search-state.ts';

/** What a search keeps besides what InstantSearch's own widgets do. */
export type SearchUiState = IndexUiState & { near?: Near | undefined };

/** Parameters of our own server. */
type NearParameters = { near?: string | undefined; within?: number | undefined };

type NearWidget = { $$type: 'forecourt.near'; renderState: Record<string, unknown> };

/** LOC-11: a place, which no widget of InstantSearch knows: theirs take coordinates. */
export const connectNear: Connector<NearWidget, Record<string, unknown>> =
  (renderFn, unmountFn) => (params) => ({
    $$type: 'forecourt.near',
    init: ({ instantSearchInstance }) => renderFn({ instantSearchInstance, widgetParams: params }, true),
    render: ({ instantSearchInstance }) => renderFn({ instantSearchInstance, widgetParams: params }, false),
    dispose: () => unmountFn?.(),
    getRenderState: (renderState) => renderState,
    getWidgetRenderState: () => ({ widgetParams: params }),
    getWidgetUiState({ near: _, ...ui }: SearchUiState, { searchParameters }): SearchUiState {
      const { near, within = null } = searchParameters as NearParameters;
      return near === undefined ? ui : { ...ui, near: { place: near, km: within } };
    },
    getWidgetSearchParameters(parameters, { uiState }) {
      const { near } = uiState as SearchUiState;
      const asked: NearParameters = { near: near?.place, within: near?.km ?? undefined };
      return parameters.setQueryParameters(asked as Parameters<typeof parameters.setQueryParameters>[0]);
    },
  });
