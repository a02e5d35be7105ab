import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Swiper, type SwiperRef, SwiperSlide } from 'swiper/react';
import { $vehicleView } from '#src/features/vehicle/view/vehicle-view.store.ts';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';
import { FlawMarks } from './FlawMarks.tsx';
import { GalleryVideo, GalleryViewer } from './GalleryViewer.tsx';
import { type GallerySlide, THUMB } from './media-data.ts';
import 'swiper/css';
import './gallery.css';

type Props = {
  slides: readonly GallerySlide[];
  /** `sizes` attribute. */
  sizes: string;
  /** Name of the vehicle. */
  name: string;
  thumbnails: boolean;
  /** Whether it is visible on load, so that the first photo is the LCP element. */
  isFirst: boolean;
};

/** VDP-287: above this number of slides the keyboard can skip them. */
const MANY = 4;
const SLIDE = { width: 1280, height: 853 };

const prefersReducedMotion = () =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Like `scrollIntoView`, but does not scroll the page; does nothing if another thumbnail has the focus. */
function centreThumb(strip: HTMLElement, at: number): void {
  const thumb = strip.children[at]?.firstElementChild;
  const { activeElement } = document;
  if (!thumb || (activeElement !== thumb && strip.contains(activeElement))) return;
  const { left, width } = thumb.getBoundingClientRect();
  const frame = strip.getBoundingClientRect();
  strip.scrollBy({
    left: left + width / 2 - frame.left - frame.width / 2,
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  });
}

/** VDP-01: a strip of photos with native scroll snapping, also before hydration, and a full-screen viewer. */
export function Gallery({ slides, sizes, name, thumbnails, isFirst }: Props) {
  const count = slides.length;
  const { mode, fullScreenSlide } = useStore($vehicleView);
  const [shown, setShown] = useState(0);
  const strip = useRef<SwiperRef>(null);
  const thumbs = useRef<HTMLUListElement>(null);
  const lastMode = useRef(mode);

  useEffect(() => {
    if (thumbs.current) centreThumb(thumbs.current, shown);
  }, [shown]);
  // Resets the gallery when it is shown again; it cannot scroll while hidden.
  useEffect(() => {
    if (lastMode.current === mode) return;
    lastMode.current = mode;
    if (mode !== 'images') return;
    strip.current?.swiper.update();
    strip.current?.swiper.slideTo(0, 0);
  }, [mode]);

  const goTo = (at: number) => (event: MouseEvent) => {
    if (!isPlainClick(event.nativeEvent)) return;
    // Following the fragment link would scroll the page.
    event.preventDefault();
    if (at >= 0 && at < count) strip.current?.swiper.slideTo(at);
  };
  const open = (at: number) => (event: MouseEvent) => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    $vehicleView.setKey('fullScreenSlide', at);
  };
  const close = (last: number) => {
    $vehicleView.setKey('fullScreenSlide', undefined);
    strip.current?.swiper.slideTo(last);
    strip.current?.swiper.slides[last]?.querySelector('a')?.focus({ preventScroll: true });
  };

  return (
    <div className="gallery">
      {count > MANY && (
        <a className="skip-link visually-hidden" href="#gallery-end" data-native="">
          Skip photos
        </a>
      )}
      <div className="gallery-stage">
        <Swiper
          ref={strip}
          className="gallery-strip swiper-horizontal swiper-css-mode"
          tag="section"
          wrapperTag="ul"
          aria-label={`Photos of ${name}`}
          cssMode
          slidesPerView="auto"
          speed={prefersReducedMotion() ? 0 : 300}
          onBeforeInit={(swiper) => {
            // The strip may have been scrolled before hydration.
            swiper.params.initialSlide = Math.round(
              swiper.wrapperEl.scrollLeft / Math.max(1, swiper.el.clientWidth),
            );
            setShown(swiper.params.initialSlide);
          }}
          onSlideChange={({ activeIndex }) => setShown(activeIndex)}
        >
          {slides.map((slide, at) => (
            <SwiperSlide key={slide.label} tag="li" id={`photo-${at + 1}`}>
              {slide.kind === 'video' ? (
                <GalleryVideo
                  video={slide.video}
                  poster={slide.thumb}
                  name={name}
                  isShown={at === shown && fullScreenSlide === undefined}
                />
              ) : (
                <a href={slide.full} onClick={open(at)}>
                  <picture>
                    {slide.sources.map(({ type, srcSet }) => (
                      <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
                    ))}
                    <img
                      src={slide.src}
                      alt={slide.alt}
                      {...SLIDE}
                      loading={isFirst && at === 0 ? 'eager' : 'lazy'}
                      fetchPriority={isFirst && at === 0 ? 'high' : 'auto'}
                      decoding={isFirst && at === 0 ? 'sync' : 'async'}
                    />
                  </picture>
                </a>
              )}
              {slide.kind === 'photo' && slide.marks && (
                <FlawMarks marks={slide.marks} isShown={at === shown} />
              )}
              {count > 1 && (
                <span className="gallery-count" aria-hidden="true">
                  {at + 1} / {count}
                </span>
              )}
            </SwiperSlide>
          ))}
        </Swiper>
        {count > 1 && (
          <>
            <Arrow
              className="gallery-previous"
              label="Previous photo"
              path="M15 5l-7 7 7 7"
              isEnd={shown === 0}
              onClick={goTo(shown - 1)}
            />
            <Arrow
              className="gallery-next"
              label="Next photo"
              path="M9 5l7 7-7 7"
              isEnd={shown === count - 1}
              onClick={goTo(shown + 1)}
            />
          </>
        )}
      </div>
      {thumbnails && (
        <ul className="gallery-thumbs" ref={thumbs}>
          {slides.map(({ kind, label, thumb }, at) => (
            <li key={label}>
              <a
                href={`#photo-${at + 1}`}
                className={kind === 'video' ? 'gallery-thumb-video' : undefined}
                aria-label={label}
                aria-current={at === shown || undefined}
                onClick={goTo(at)}
              >
                <img src={thumb} alt="" {...THUMB} loading="lazy" decoding="async" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {fullScreenSlide !== undefined && (
        <GalleryViewer name={name} slides={slides} first={fullScreenSlide} onClose={close} />
      )}
      {count > MANY && <span className="visually-hidden" id="gallery-end" tabIndex={-1} />}
    </div>
  );
}

type ArrowProps = {
  className: string;
  label: string;
  path: string;
  /** Sets `aria-disabled`; `disabled` would lose the focus when keyboard users reach the end. */
  isEnd: boolean;
  onClick: (event: MouseEvent) => void;
};

const Arrow = ({ className, label, path, isEnd, onClick }: ArrowProps) => (
  <button type="button" className={`gallery-arrow ${className}`} aria-disabled={isEnd} onClick={onClick}>
    <span className="visually-hidden">{label}</span>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
);
