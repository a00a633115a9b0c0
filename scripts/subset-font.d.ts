/** The library comes without types; this is the part of it that is used. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      /** Leaves out the alternates of glyphs that no style of ours asks for. */
      noLayoutClosure: boolean
      variationAxes?: Record<string, { min: number; max: number; default: number }>
    },
  ): Promise<Buffer>
}
