import { VERIFIED_COOKIE } from '#src/features/account/verified-event.ts';
import { codeVerified } from '#src/features/content/analytics-events.ts';

/** ANL-04: reports, once, a code that the server verified. The event waits for a user gesture, or the next page. */
export function reportVerified(): void {
  if (!document.cookie.includes(VERIFIED_COOKIE)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: browsers that are still in use have no `cookieStore`
  document.cookie = `${VERIFIED_COOKIE}; Path=/; Max-Age=0`;
  dispatchEvent(new CustomEvent('forecourt:event', { detail: { eventId: codeVerified, label: 'sign-in' } }));
}
