import Busboy from '@fastify/busboy';

const MAX_FILES = 20;
const MAX_FIELDS = 5;
const MAX_FIELD_BYTES = 1000;
const MAX_HEADER_PAIRS = 20;

/** A file as it was sent. @property name from the shopper's device: only for display */
export type SentPhoto = { name: string; bytes: Buffer };

/** The content of a multipart body. */
export type PhotoForm = { files: SentPhoto[]; fields: ReadonlyMap<string, string> };

/**
 * The files of a multipart body, whatever their fields and names, and the texts beside them; a file field left
 * empty is none.
 * @returns undefined if the body does not match its content type
 */
export function readPhotos(contentType: string, body: Buffer): Promise<PhotoForm | undefined> {
  return new Promise((resolve) => {
    const files: Promise<SentPhoto>[] = [];
    const fields = new Map<string, string>();
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
      parser.on('field', (name, value) => void fields.set(name, value));
      parser.on('file', (_field, stream, name) => {
        const chunks: Buffer[] = [];
        files.push(
          new Promise((done, fail) => {
            stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
            stream.once('end', () => done({ name: String(name ?? ''), bytes: Buffer.concat(chunks) }));
            stream.once('error', fail);
          }),
        );
      });
      parser.once('error', () => resolve(undefined));
      parser.once('finish', () => {
        Promise.all(files).then(
          (all) => resolve({ files: all.filter(({ bytes }) => bytes.length > 0), fields }),
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
