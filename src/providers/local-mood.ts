/** How a made-up outside service treats the next questions. */
export type ServiceMood = 'answers' | 'late' | 'busy' | 'fails' | 'finds-nothing' | 'silent';

/** How long one that is late takes. */
export const LATE_MS = 150;

/** What keeps a service from answering in such a mood. */
export const UNAVAILABLE_IN: Readonly<Partial<Record<ServiceMood, string>>> = {
  busy: 'HTTP 429',
  fails: 'HTTP 500',
  silent: 'no answer in time',
};
