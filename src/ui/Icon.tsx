import { ICONS, type IconName } from './icons.data.ts';

type IconProps = {
  name: IconName;
  /** Edge, px. */
  size?: number;
  className?: string;
};

/** Decoration beside words; it says nothing to a screen reader. */
export function Icon({ name, size = 20, className = '' }: IconProps) {
  return (
    <svg
      className={`icon ${className}`.trim()}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {ICONS[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
