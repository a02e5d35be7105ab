import Busboy from '@fastify/busboy';

const MAX_FILES = 20;
const MAX_FIELDS = 5;
const MAX_FIELD_BYTES = 1000;
const MAX_HEADER_PAIRS = 20;

/**
 * The files of a multipart body, whatever their fields and names; a file field left empty is none.
 * @returns undefined where the body is not what its content type says
 */
export function readPhotos(contentType: string, body: Buffer): Promise<Buffer[] | undefined> {
  return new Promise((resolve) => {
    const files: Promise<Buffer>[] = [];
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: {
          files: MAX_FILES,
          fields: MAX_FIELDS,
          parts: MAX_FILES + MAX_FIELDS,
          fieldSize: MAX_FIELD_BYTES,
          headerPairs: MAX_HEADER_PAIRS,
        },
      });
      parser.on('file', (_field, stream) => {
        const chunks: Buffer[] = [];
        files.push(
          new Promise((done, fail) => {
            stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
            stream.once('end', () => done(Buffer.concat(chunks)));
            stream.once('error', fail);
          }),
        );
      });
      parser.once('error', () => resolve(undefined));
      parser.once('finish', () => {
        Promise.all(files).then(
          (all) => resolve(all.filter(({ length }) => length > 0)),
          () => resolve(undefined),
        );
      });
      parser.end(body);
    } catch {
      // A content type without a boundary.
      resolve(undefined);
    }
  });
}
