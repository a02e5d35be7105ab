import { useEffect, useRef, useState } from 'react';
import { isPlainClick } from '#src/ui/plain-click.ts';
import './interior-view.css';

/** VDP-05: a third-party viewer, which opens in place on a click; without JavaScript, on its own page. */
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
