declare module 'fontkit' {
  /** pdfkit also accepts a parsed font in place of a file, which its types lack. */
  export type OpenedFace = PDFKit.Mixins.PDFFontSource;
  export function create(file: Uint8Array): OpenedFace;
}
