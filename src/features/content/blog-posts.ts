import type { BlogPost } from '#src/config/sections/content/showroom-section.ts';

/** CONT-04: length of the excerpt on a post's card. */
export const POST_PREVIEW_CHARACTERS = 100;

// Intl abbreviates some Australian months to four letters.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** CONT-04: dd MMM yyyy, `2026-09-07` → `07 Sep 2026`. */
export function postDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** Stable: posts of one day keep the dealer's order. */
export const newestFirst = (posts: readonly BlogPost[]): BlogPost[] =>
  posts.toSorted((a, b) => b.date.localeCompare(a.date));

/** schema.org Article. */
export function articleJsonLd(post: BlogPost, site: { name: string; origin: string }, path: string): object {
  const { heading, date, description, picture } = post;
  const publisher = { '@type': 'Organization', name: site.name, url: `${site.origin}/` };
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: heading,
    description,
    datePublished: date,
    mainEntityOfPage: `${site.origin}${path}`,
    author: publisher,
    publisher,
    ...(picture ? { image: new URL(picture.url, site.origin).href } : {}),
  };
}
