import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { FlawMark } from '#src/features/vehicle/assurance/inspection.ts';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';
import './flaw-marks.css';

type Props = {
  marks: readonly FlawMark[];
  /** Whether its photo is the one in view. */
  isShown: boolean;
};

const HEIGHT = 100;
/** Width of a photo of 3:2, until its own shape is known. */
const WIDTH = 150;

/** The picture beside the marks, and its width for a height of 100. */
function useWidth(marks: { readonly current: SVGSVGElement | null }): number {
  const [width, setWidth] = useState(WIDTH);
  useEffect(() => {
    const image = marks.current?.parentElement?.querySelector('img');
    if (!image) return;
    const measure = () => {
      const { naturalWidth, naturalHeight } = image;
      if (naturalHeight > 0) setWidth((naturalWidth / naturalHeight) * HEIGHT);
    };
    if (image.complete) measure();
    image.addEventListener('load', measure);
    return () => image.removeEventListener('load', measure);
  }, [marks]);
  return width;
}

/**
 * VDP-265: flaws on a photo, cropped as the photo is. Links to the list; once hydrated, buttons that say what it is on
 * the photo.
 */
export function FlawMarks({ marks, isShown }: Props) {
  const drawing = useRef<SVGSVGElement>(null);
  const width = useWidth(drawing);
  const [isHydrated, setHydrated] = useState(false);
  const [said, setSaid] = useState<number>();

  useEffect(() => setHydrated(true), []);
  useEffect(() => {
    if (!isShown) setSaid(undefined);
  }, [isShown]);

  const toggle = (number: number) => setSaid((last) => (last === number ? undefined : number));
  const press = (number: number) => (event: MouseEvent) => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    toggle(number);
  };
  const key = (number: number) => (event: KeyboardEvent) => {
    if (event.key === 'Escape') setSaid(undefined);
    if (event.key !== ' ') return;
    event.preventDefault();
    toggle(number);
  };
  const shown = marks.find(({ number }) => number === said);
  return (
    <>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: its links have names */}
      <svg
        className="flaw-marks"
        ref={drawing}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="xMidYMid slice"
      >
        {marks.map(({ number, name, x, y }) => (
          <a
            key={number}
            href={`#flaw-${number}`}
            aria-label={`Flaw ${number}, ${name}`}
            {...(isHydrated && { role: 'button', 'aria-expanded': said === number })}
            onClick={press(number)}
            onKeyDown={key(number)}
          >
            <circle className="flaw-mark-area" cx={(x / 100) * width} cy={y} r={9.4} />
            <circle className="flaw-mark" cx={(x / 100) * width} cy={y} r={4.5} />
            <text x={(x / 100) * width} y={y} dy="0.36em">
              {number}
            </text>
          </a>
        ))}
      </svg>
      <p className="flaw-said" role="status">
        {shown && `${shown.number}. ${shown.name}`}
      </p>
    </>
  );
}
