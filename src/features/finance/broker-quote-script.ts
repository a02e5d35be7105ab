import { atFirstGesture } from '#src/ui/first-gesture.ts';

/** ERR-02: the panel that asks the broker hydrates at the shopper's first gesture on the page. */
atFirstGesture(async () => dispatchEvent(new Event('forecourt:figures')));
