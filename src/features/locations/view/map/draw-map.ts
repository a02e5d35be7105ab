import { LngLatBounds, Map as MapView, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import mapStyles from 'maplibre-gl/dist/maplibre-gl.css?inline';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { DrawnMap, MapPlace, MapSource } from '#src/features/locations/location-maps.ts';
import { adoptStyles, elementOf } from '#src/platform/ui/dom/dom-parts.ts';

const TILE_PX = 256;
/** Services draw no further; closer, their last pictures are enlarged. */
const MAX_TILE_ZOOM = 19;
/** Room for markers, whose pins are below their towns. */
const MARGINS_PX = { top: 80, right: 56, bottom: 48, left: 56 };
/** Decimals of degrees: within a hundred metres. */
const NEXT_DOOR = 3;

const styleOf = (source: MapSource) =>
  source.kind === 'style'
    ? source.address
    : {
        version: 8 as const,
        sources: {
          tiles: {
            type: 'raster' as const,
            tiles: [source.address],
            tileSize: TILE_PX,
            maxzoom: MAX_TILE_ZOOM,
            // The library renders attributions as HTML, for links in those of styles.
            attribution: source.attribution.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
          },
        },
        layers: [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }],
      };

const PIN =
  '<svg viewBox="0 0 24 32" width="24" height="32" aria-hidden="true"><path d="M12 31C6 22 1 17 1 11a11 11 0 0 1 22 0c0 6-5 11-11 20Z"/><circle cx="12" cy="11" r="4"/></svg>';

/** Locations next door to each other share a marker; on a map of several it has their town and links to the first card. */
function markerOf(here: readonly MapPlace[], isLink: boolean): HTMLElement {
  const marker = elementOf(
    isLink ? `<a class="map-marker">${PIN}</a>` : `<span class="map-marker" role="img">${PIN}</span>`,
  );
  const town = [...new Set(here.map((place) => place.town))].join(', ');
  marker.ariaLabel = `${town}: ${here.map(({ name }) => name).join(', ')}`;
  if (marker instanceof HTMLAnchorElement) {
    marker.href = here[0]?.href ?? '';
    marker.append(Object.assign(document.createElement('span'), { textContent: town }));
  }
  return marker;
}

/**
 * LOC-270: draws a map with a marker for each location.
 * @param container empty; emptied again on failure
 * @returns once the first part of the map is visible
 * @throws if the service cannot be reached, or the browser draws no maps
 */
export async function drawMap(
  container: HTMLElement,
  { source, zoom, places }: DrawnMap,
  title: string,
): Promise<void> {
  adoptStyles(mapStyles);
  setWorkerUrl(workerUrl);
  // The library counts zoom by tiles of 512 px, services by 256 px.
  const ownZoom = zoom - 1;
  const bounds = places.reduce((all, { lat, lng }) => all.extend([lng, lat]), new LngLatBounds());
  const map = new MapView({
    container,
    style: styleOf(source),
    center: bounds.getCenter(),
    zoom: ownZoom,
    attributionControl: { compact: false },
    // One finger and the wheel scroll the page.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    locale: { 'Map.Title': title },
  });
  if (places.length > 1) map.fitBounds(bounds, { padding: MARGINS_PX, maxZoom: ownZoom, animate: false });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  const points = Map.groupBy(places, ({ lat, lng }) => `${lat.toFixed(NEXT_DOOR)} ${lng.toFixed(NEXT_DOOR)}`);
  for (const here of points.values()) {
    const [first] = here;
    if (!first) continue;
    new Marker({ element: markerOf(here, places.length > 1), anchor: 'bottom' })
      .setLngLat([first.lng, first.lat])
      .addTo(map);
  }
  try {
    await new Promise<void>((resolve, reject) => {
      // Each tile that arrives is data; one that fails is an error.
      map.on('sourcedata', ({ tile }) => tile && resolve());
      map.on('error', ({ error }) => reject(error));
    });
  } catch (error) {
    map.remove();
    throw error;
  }
}
