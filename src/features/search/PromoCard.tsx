import type { Promo } from '#src/config/sections/search.ts';

/** SRCH-19: the dealer's own word among the results. */
export function PromoCard({ node }: { node: Promo['node'] }) {
  const { title, text, note, label, href, picture } = node;
  return (
    <aside className="promo-card" aria-label={title}>
      {picture && <img src={picture.url} alt={picture.alt} width={480} height={320} loading="lazy" />}
      <p className="promo-card-title">{title}</p>
      <p>{text}</p>
      <p className="promo-card-note">{note}</p>
      <a className="button button-accent" href={href}>
        {label}
      </a>
    </aside>
  );
}
