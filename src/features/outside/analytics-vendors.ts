/** Where vendors serve their scripts from. */
export const GOOGLE_TAG_SCRIPT = 'https://www.googletagmanager.com/gtag/js';
export const META_PIXEL_SCRIPT = 'https://connect.facebook.net/en_US/fbevents.js';
