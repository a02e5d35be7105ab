// CloudFront function for viewer requests, runtime cloudfront-js-2.0, with a key value store: README, "Previews on a CDN".
// The store holds the live release of each dealer. The rewritten address is part of the cache key, so that a new
// release is visible as soon as the store has it, without an invalidation.
import cf from 'cloudfront';

const liveReleases = cf.kvs();

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
async function handler(event) {
  const request = event.request;
  const site = request.headers.host.value.split('.')[0];
  let release;
  try {
    release = await liveReleases.get(site);
  } catch (_error) {
    return { statusCode: 404, statusDescription: 'Not Found' };
  }
  const path = request.uri.replace(/\/+$/, '');
  const isFile = /\.[a-z0-9]+$/i.test(path);
  request.uri = `/${site}/releases/${release}${path}${isFile ? '' : '/index.html'}`;
  return request;
}
