import { useCallback, useEffect, useRef, useState } from 'react';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';
import './interior-view.css';
import { useStore } from '@nanostores/react';
import type { Hotspot, HotspotPosition } from '#src/features/vehicle/vehicle.ts';
import { $vehicleView } from '#src/features/vehicle/view/vehicle-view.store.ts';
import { AnchorLinks } from './ViewControls.tsx';

/** VDP-05: a link to a third-party viewer, replaced by an iframe on click. */
export function FramedView({ label, url }: { label: string; url: string }) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    if (isOpen) frame.current?.focus();
  }, [isOpen]);

  if (isOpen)
    return (
      <iframe ref={frame} className="interior-stage interior-frame" src={url} title={label} allowFullScreen />
    );
  return (
    <a
      className="interior-stage interior-frame"
      href={url}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        if (!isPlainClick(event.nativeEvent)) return;
        event.preventDefault();
        setOpen(true);
      }}
    >
      <span className="button">{label}</span>
    </a>
  );
}

type PanoramaProps = {
  name: string;
  /** `preview` is a smaller picture, shown until the panorama is opened. */
  panorama: { url: string; preview: string };
  hotspots: readonly Hotspot[];
  positions: readonly HotspotPosition[];
};

/**
 * VDP-03: a panorama or a third-party page. Without JavaScript the panorama is a wide picture to scroll, the page a
 * link.
 */
export function InteriorView({
  panorama,
  url,
  ...about
}: Omit<PanoramaProps, 'panorama'> & {
  panorama: PanoramaProps['panorama'] | undefined;
  url: string | undefined;
}) {
  if (panorama) return <Panorama panorama={panorama} {...about} />;
  return url && <FramedView label="Look inside" url={url} />;
}

function Panorama({ name, panorama, hotspots, positions }: PanoramaProps) {
  const { mode } = useStore($vehicleView);
  const [progress, setProgress] = useState<'waiting' | 'loading' | 'ready' | 'failed'>('waiting');
  const container = useRef<HTMLDivElement>(null);
  const visible = hotspots.filter(({ id }) => positions.some(({ hotspotId }) => hotspotId === id));
  const linked = visible.filter(({ anchors }) => anchors?.some((anchor) => anchor.startsWith('https://')));

  const open = useCallback(async () => {
    if (!container.current) return;
    setProgress('loading');
    try {
      const { openPanorama } = await import('./panorama.ts');
      const marks = positions.flatMap(({ hotspotId, posX, posY }) => {
        const found = hotspots.find(({ id }) => id === hotspotId);
        return found ? [{ id: hotspotId, description: found.description, posX, posY }] : [];
      });
      await openPanorama(container.current, panorama.url, marks);
      setProgress('ready');
    } catch (error) {
      console.warn('The panorama could not be shown:', error);
      setProgress('failed');
    }
  }, [hotspots, positions, panorama.url]);
  // Loads when the view is selected, not on hydration, which hovering can trigger.
  useEffect(() => {
    if (mode === 'interior' && progress === 'waiting') void open();
  }, [mode, progress, open]);

  return (
    <div className="interior" aria-busy={progress === 'loading' || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: controlled or scrolled by keyboard */}
      <div className="interior-stage" tabIndex={0} role="region" aria-label={`Inside the ${name}`}>
        {progress !== 'ready' && (
          <img
            src={panorama.preview}
            alt={`Inside the ${name}, all around`}
            width="1280"
            height="640"
            loading="lazy"
            decoding="async"
          />
        )}
        <div className="interior-panorama" ref={container} />
      </div>
      {progress === 'failed' && (
        <p role="alert">
          The 360° view couldn’t be loaded. Scroll the picture sideways instead.{' '}
          <button type="button" className="button button-quiet" onClick={open}>
            Try again
          </button>
        </p>
      )}
      {linked.length > 0 && (
        <ul className="cluster interior-links">
          {linked.map(({ id, description, anchors }) => (
            <li key={id}>
              {description} <AnchorLinks description={description} anchors={anchors} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
