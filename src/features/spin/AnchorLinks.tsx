import type { Hotspot } from '#src/domain/vehicle/vehicle.ts';

/** VDP-36: where a hotspot leads. */
export const AnchorLinks = ({ description, anchors = [] }: Pick<Hotspot, 'description' | 'anchors'>) =>
  anchors
    .filter((anchor) => anchor.startsWith('https://'))
    .map((anchor) => (
      <a key={anchor} href={anchor} target="_blank" rel="noopener" data-native>
        More<span className="visually-hidden">{` about ${description} (opens in a new tab)`}</span>
      </a>
    ));
