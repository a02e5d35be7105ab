/** What is used of `subset-font`, which ships no types of its own. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'sfnt' | 'woff2';
    variationAxes?: Record<string, number | { min: number; max: number }>;
    keepFeatures?: string[];
    noHinting?: boolean;
  };
  /** @throws Error where the file is no font or lacks an axis */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
