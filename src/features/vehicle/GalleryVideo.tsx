import { type MouseEvent, type Ref, useEffect, useRef, useState } from 'react';
import type { VehicleVideo } from '#src/domain/vehicle/video.ts';
import { isPlainClick } from '#src/ui/plain-click.ts';

type VideoProps = {
  video: VehicleVideo;
  poster: string | undefined;
  /** Of the vehicle. */
  name: string;
  /** A video stops once its slide is left. */
  isShown: boolean;
};

/**
 * VDP-02: a link that plays the video in its place; nothing of it is loaded before. A video that is only a page of
 * another site is followed like any link.
 */
export function GalleryVideo({ video, poster, name, isShown }: VideoProps) {
  const [isPlaying, setPlaying] = useState(false);
  const player = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isPlaying) player.current?.focus();
  }, [isPlaying]);
  useEffect(() => {
    if (isShown) return;
    // A file waits where it is; the player of a service cannot be asked to.
    if (player.current instanceof HTMLVideoElement) player.current.pause();
    else setPlaying(false);
  }, [isShown]);

  if (isPlaying && video.kind === 'file')
    return (
      // biome-ignore lint/a11y/useMediaCaption: dealers supply none
      <video
        ref={player as Ref<HTMLVideoElement>}
        className="gallery-player"
        src={video.url}
        tabIndex={0}
        controls
        autoPlay
        playsInline
      />
    );
  if (isPlaying)
    return (
      <iframe
        ref={player as Ref<HTMLIFrameElement>}
        className="gallery-player"
        src={video.url}
        title={`Video of the ${name}`}
        allow="autoplay; fullscreen; picture-in-picture"
        allowFullScreen
      />
    );
  const play = (event: MouseEvent) => {
    if (video.kind === 'page' || !isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    setPlaying(true);
  };
  return (
    <a
      className="gallery-video"
      href={video.kind === 'player' ? video.page : video.url}
      target="_blank"
      rel="noopener"
      data-native={video.kind === 'page' || undefined}
      onClick={play}
    >
      {poster && <img src={poster} alt="" width={320} height={213} loading="lazy" decoding="async" />}
      <span className="button">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M8 5v14l11-7z" />
        </svg>
        Watch the video
        <span className="visually-hidden"> of the {name}</span>
      </span>
    </a>
  );
}
