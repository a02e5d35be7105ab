import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type TouchEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Zoom } from 'swiper/modules';
import { Swiper, type SwiperRef, SwiperSlide } from 'swiper/react';
import type { VehicleVideo } from '#src/features/vehicle/media/vehicle-media.ts';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';
import type { GallerySlide } from './media-data.ts';
import 'swiper/css/zoom';
import './gallery-viewer.css';

type VideoProps = {
  video: VehicleVideo;
  poster: string | undefined;
  /** Name of the vehicle. */
  name: string;
  /** The video stops when its slide is no longer shown. */
  isShown: boolean;
};

/**
 * VDP-02: a link that is replaced by the player on click; nothing is loaded before. A video of kind `page` is an
 * ordinary link.
 */
export function GalleryVideo({ video, poster, name, isShown }: VideoProps) {
  const [isPlaying, setPlaying] = useState(false);
  const player = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isPlaying) player.current?.focus();
  }, [isPlaying]);
  useEffect(() => {
    if (isShown) return;
    // Third-party players cannot be paused, so they are removed.
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

const CLOSING_PX = 90;
const MAX_ZOOM = 4;

type Props = {
  /** Name of the vehicle. */
  name: string;
  slides: readonly GallerySlide[];
  first: number;
  onClose: (last: number) => void;
};

/** VDP-01: full-screen photos, with swipe, pinch and double-tap zoom, and keyboard control. */
export function GalleryViewer({ name, slides, first, onClose }: Props) {
  const [shown, setShown] = useState(first);
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<SwiperRef>(null);

  // Swiper measures itself as it is mounted, and in a closed dialog nothing has a width.
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    setOpen(true);
  }, []);

  const onKey = ({ key, target }: KeyboardEvent) => {
    const swiper = strip.current?.swiper;
    // In a video the arrow keys seek.
    if (!swiper || target instanceof HTMLVideoElement) return;
    if (key === 'ArrowLeft') swiper.slidePrev();
    if (key === 'ArrowRight') swiper.slideNext();
    if (key === '+' || key === '=') swiper.zoom.in();
    if (key === '-') swiper.zoom.out();
  };
  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={`Photos of ${name}`}
      tabIndex={-1}
      onKeyDown={onKey}
      onClose={() => onClose(shown)}
    >
      {/* Before the slides, as `showModal` focuses the first control. */}
      <ViewerButton
        className="viewer-close"
        label="Close"
        path="M6 6l12 12M18 6L6 18"
        onClick={() => dialog.current?.close()}
      />
      <SwipeToClose onClose={() => dialog.current?.close()} strip={strip}>
        {isOpen && (
          <Swiper
            ref={strip}
            className="viewer-swiper"
            modules={[Zoom]}
            initialSlide={first}
            speed={matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250}
            zoom={{ maxRatio: MAX_ZOOM }}
            onSlideChange={({ activeIndex }) => setShown(activeIndex)}
          >
            {slides.map((slide, at) => (
              <SwiperSlide key={slide.label} className="viewer-slide" inert={at !== shown}>
                {slide.kind === 'video' ? (
                  <GalleryVideo video={slide.video} poster={slide.thumb} name={name} isShown={at === shown} />
                ) : (
                  <ViewerPhoto {...slide} isNear={Math.abs(at - shown) <= 1} />
                )}
              </SwiperSlide>
            ))}
          </Swiper>
        )}
      </SwipeToClose>
      <p className="viewer-counter" role="status">
        {shown + 1} of {slides.length}
      </p>
      <ViewerButton
        className="viewer-previous"
        label="Previous photo"
        path="M15 5l-7 7 7 7"
        isEnd={shown === 0}
        onClick={() => strip.current?.swiper.slidePrev()}
      />
      <ViewerButton
        className="viewer-next"
        label="Next photo"
        path="M9 5l7 7-7 7"
        isEnd={shown === slides.length - 1}
        onClick={() => strip.current?.swiper.slideNext()}
      />
    </dialog>
  );
}

type PhotoProps = {
  alt: string;
  caption: string | undefined;
  whole: string;
  /** Whether the photo is at most one swipe away, and so is loaded. */
  isNear: boolean;
};

function ViewerPhoto({ alt, caption, whole, isNear }: PhotoProps) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <p>This photo could not be loaded.</p>;
  return (
    <>
      <div className="swiper-zoom-container">
        <img
          className="viewer-photo"
          sizes="100vw"
          srcSet={isNear ? whole : undefined}
          alt={alt}
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget: { style, naturalWidth, naturalHeight } }) =>
            style.setProperty('--shape', String(naturalWidth / naturalHeight))
          }
          onError={() => setFailed(true)}
        />
      </div>
      {caption && <p className="viewer-caption">{caption}</p>}
    </>
  );
}

type ButtonProps = {
  className: string;
  label: string;
  path: string;
  isEnd?: boolean;
  onClick: () => void;
};

const ViewerButton = ({ className, label, path, isEnd, onClick }: ButtonProps) => (
  <button
    type="button"
    className={`viewer-button ${className}`}
    aria-label={label}
    aria-disabled={isEnd}
    onClick={onClick}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
);

type StageProps = {
  strip: { readonly current: SwiperRef | null };
  onClose: () => void;
  children: ReactNode;
};

/** A vertical downward swipe with one finger closes the viewer, unless the photo is zoomed. */
function SwipeToClose({ strip, onClose, children }: StageProps) {
  const from = useRef<{ x: number; y: number }>(undefined);
  /** Pixels moved down; 0 if the movement is not vertical. */
  const movedDown = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { x = 0, y = 0 } = from.current ?? {};
    return clientY - y > 2 * Math.abs(clientX - x) ? clientY - y : 0;
  };
  /** Disables Swiper's swipe during a pinch, which it would otherwise take for one. */
  const swipeByOneFinger = (fingers: number) => {
    const { swiper } = strip.current ?? {};
    if (swiper) swiper.allowTouchMove = fingers === 0 || (swiper.allowTouchMove && fingers === 1);
  };
  const start = ({ touches }: TouchEvent) => {
    swipeByOneFinger(touches.length);
    const touch = touches.length === 1 && strip.current?.swiper.zoom.scale === 1 ? touches.item(0) : null;
    from.current = touch ? { x: touch.clientX, y: touch.clientY } : undefined;
  };
  const move = ({ touches, currentTarget }: TouchEvent<HTMLElement>) => {
    const touch = touches.item(0);
    if (!from.current || !touch || touches.length > 1) return;
    const down = movedDown(touch);
    currentTarget.style.translate = down > 0 ? `0 ${down}px` : '';
  };
  const end = ({ type, touches, changedTouches, currentTarget }: TouchEvent<HTMLElement>) => {
    swipeByOneFinger(touches.length);
    currentTarget.style.translate = '';
    const touch = changedTouches.item(0);
    if (from.current && touch && type === 'touchend' && movedDown(touch) > CLOSING_PX) onClose();
    from.current = undefined;
  };
  return (
    <div
      className="viewer-stage"
      onTouchStart={start}
      onTouchMove={move}
      onTouchEnd={end}
      onTouchCancel={end}
    >
      {children}
    </div>
  );
}
