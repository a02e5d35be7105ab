import { Viewer } from '@photo-sphere-viewer/core';
import viewerStyles from '@photo-sphere-viewer/core/index.css?inline';
import { adoptStyles } from '#src/platform/ui/dom/dom-parts.ts';

/** Position in per cent of the panorama. */
type Mark = { id: string; description: string; posX: number; posY: number };

const CIRCLE = 2 * Math.PI;
const DEGREE = CIRCLE / 360;
/** The centre of the picture is at yaw 0. */
const yawAt = (posX: number) => (posX / 100 - 0.5) * CIRCLE;
const pitchAt = (posY: number) => (0.5 - posY / 100) * (CIRCLE / 2);
/** Hotspots are visible within this angle of the view direction, in radians. */
const IN_VIEW = 50 * DEGREE;

const angleBetween = (a: number, b: number) => Math.abs(((a - b + CIRCLE * 1.5) % CIRCLE) - CIRCLE / 2);

/**
 * VDP-03: resolves once the panorama is visible.
 * @param container must be empty; emptied again on failure
 * @throws if the picture cannot be loaded
 */
export async function openPanorama(
  container: HTMLElement,
  url: string,
  marks: readonly Mark[],
): Promise<void> {
  adoptStyles(viewerStyles);
  const viewer = new Viewer({
    container,
    navbar: ['zoom', 'fullscreen'],
    mousewheelCtrlKey: true,
    touchmoveTwoFingers: false,
    keyboard: 'always',
    defaultZoomLvl: 10,
    loadingTxt: '',
    rendererParameters: { antialias: true },
  });
  const ready = new Promise((resolve) => viewer.addEventListener('ready', resolve, { once: true }));
  try {
    await viewer.setPanorama(url);
    await ready;
  } catch (error) {
    viewer.destroy();
    throw error;
  }
  addMarks(viewer, container, marks);
}

/** VDP-05: adds hotspots, which turn the view towards themselves on click and focus. */
function addMarks(viewer: Viewer, stage: HTMLElement, marks: readonly Mark[]): void {
  const items = marks.map(({ description, posX, posY }) => {
    const mark = document.createElement('button');
    mark.type = 'button';
    mark.className = 'spin-mark';
    mark.ariaLabel = description;
    mark.title = description;
    const position = { yaw: yawAt(posX), pitch: pitchAt(posY) };
    const look = () => void viewer.animate({ ...position, speed: '8rpm' });
    mark.addEventListener('click', look);
    mark.addEventListener('focus', look);
    stage.append(mark);
    return { mark, position };
  });
  const updatePositions = () => {
    for (const { mark, position } of items) {
      const isSeen = angleBetween(viewer.getPosition().yaw, position.yaw) < IN_VIEW;
      // Hidden by CSS only visually: keyboard focus turns the view to it.
      mark.toggleAttribute('data-behind', !isSeen);
      const { x, y } = viewer.dataHelper.sphericalCoordsToViewerCoords(position);
      if (!isSeen) continue;
      mark.style.left = `${x}px`;
      mark.style.top = `${y}px`;
    }
  };
  viewer.addEventListener('position-updated', updatePositions);
  viewer.addEventListener('size-updated', updatePositions);
  updatePositions();
}
