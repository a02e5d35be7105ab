/** Appends the dealer's name unless the title contains it. */
export const pageTitle = (title: string, siteName: string): string =>
  title.includes(siteName) ? title : `${title} | ${siteName}`;
