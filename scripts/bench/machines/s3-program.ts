import { startFauxqs } from 'fauxqs';

/** An S3-compatible server with one empty bucket, in a process of its own. Prints its port. */
const [bucket = 'fleet'] = process.argv.slice(2);
const server = await startFauxqs({ host: '127.0.0.1', port: 0, logger: false });
server.createBucket(bucket);
console.log(`port ${server.port}`);
