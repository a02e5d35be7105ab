import type { Promo } from '#src/config/sections/search.ts';
import { TAG_ICON } from '#src/ui/single-icons.data.ts';

/** SRCH-19: a promotion of the dealer among the results; the entire card is a link. */
export function PromoCard({ node }: { node: Promo['node'] }) {
  const { title, text, note, label, href, picture } = node;
  return (
    <aside className="promo-card" aria-label={title}>
      {picture ? (
        <img src={picture.url} alt={picture.alt} width={480} height={360} loading="lazy" />
      ) : (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={TAG_ICON} />
        </svg>
      )}
      <div className="promo-card-words">
        <p className="promo-card-title">{title}</p>
        <p className="promo-card-text">{text}</p>
        <p>{note}</p>
      </div>
      <a className="button button-accent" href={href}>
        {label}
      </a>
    </aside>
  );
}
