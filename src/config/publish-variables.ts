import * as v from 'valibot';

/** Where previews are published. The names that begin with AWS_ are those of Amazon's own programs. */
export const PUBLISH_VARIABLES = {
  PUBLISH_TO: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Where `npm run releases -- previews` publishes: a folder that exists, or a bucket and a path in it, "s3://bucket/previews"',
      ),
    ),
    '',
  ),
  AWS_ENDPOINT_URL_S3: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:https?:\/\/\S+)?$/, 'an address that starts with "https://", or nothing'),
      v.description(
        'Address of the S3-compatible store, e.g. "https://<account>.r2.cloudflarestorage.com"; leave empty for Amazon S3',
      ),
    ),
    '',
  ),
  AWS_REGION: v.optional(
    v.pipe(v.string(), v.description('Region of the bucket; other stores often take "auto"')),
    'ap-southeast-2',
  ),
  AWS_ACCESS_KEY_ID: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Key that may list, read, write and delete in the bucket; without it the machine’s role is used',
      ),
    ),
    '',
  ),
  AWS_SECRET_ACCESS_KEY: v.optional(v.pipe(v.string(), v.description('Secret of AWS_ACCESS_KEY_ID')), ''),
  AWS_SESSION_TOKEN: v.optional(
    v.pipe(v.string(), v.description('Token of a temporary AWS_ACCESS_KEY_ID')),
    '',
  ),
};

export const PublishVariablesSchema = v.object(PUBLISH_VARIABLES);
export type PublishVariables = v.InferOutput<typeof PublishVariablesSchema>;
