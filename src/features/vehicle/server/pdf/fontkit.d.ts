declare module 'fontkit' {
  /** pdfkit takes an opened face in the place of its file, which its types do not say. */
  export type OpenedFace = PDFKit.Mixins.PDFFontSource;
  export function create(file: Uint8Array): OpenedFace;
}
