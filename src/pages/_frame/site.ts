/**
 * The only script of every page before any interaction: stored lists, analytics, the transition to the next page.
 * Together they compress better, and an analytics blocker cannot block saved cars by file name.
 */
import '#src/features/account/site-script.ts';
import '#src/features/analytics/analytics-script.ts';
import '#src/layouts/quiet-fade.ts';
import { atFirstGesture } from '#src/ui/first-gesture.ts';

atFirstGesture(() => import('./site-gestures.ts'));
