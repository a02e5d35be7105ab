import { runOutboundFeeds } from './outbound-feeds/run-outbound-feeds.ts';

process.exitCode = await runOutboundFeeds(process.argv.slice(2), console);
