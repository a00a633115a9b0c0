/** What the covers and pictures of all works share: the SVG sheet, type, the press's grain, and smooth lines. */

export type Point = readonly [x: number, y: number]
export type Face = {
  size: number
  weight?: number
  width?: number
  fill: string
  spacing?: number
  anchor?: string
}

/** A sheet of `width` × `height` user units. */
export function sheet(width: number, height: number, ...content: string[]): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content.join('')}</svg>`
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
}

export function circle([x, y]: Point, radius: number, fill: string, more = ''): string {
  return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}" fill="${fill}" ${more}/>`
}

/** A line of names or a title in the expressive face; `weight` 200 to 800, `width` 75 to 100. */
export function grotesque(text: string, [x, y]: Point, face: Face): string {
  const { size, weight = 800, width = 100, fill, spacing = 0, anchor = 'start' } = face
  const axes = `font-variation-settings:'wght' ${weight},'wdth' ${width},'opsz' 96`
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}" style="font-family:Bricolage;font-size:${size}px;${axes};letter-spacing:${spacing}em">${text}</text>`
}

/** A small line in the monospaced face. */
export function mono(text: string, [x, y]: Point, face: Face): string {
  const { size, weight = 500, fill, spacing = 0, anchor = 'start' } = face
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}" style="font-family:JetBrains;font-size:${size}px;font-weight:${weight};letter-spacing:${spacing}em">${text}</text>`
}

/** A path through `points`, rounded at each of them (Catmull-Rom, as Bézier curves). */
export function through(points: readonly Point[]): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] as Point
  const curves = points.slice(1).map((end, index) => {
    const [before, start, after] = [at(index - 1), at(index), at(index + 2)]
    const leaving: Point = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6]
    const arriving: Point = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6]
    return `C${pair(leaving)} ${pair(arriving)} ${pair(end)}`
  })
  return `M${pair(at(0))}${curves.join('')}`
}

/** A whole turn is 1, and noon is 0. */
export function onCircle([x, y]: Point, radius: number, turn: number): Point {
  const angle = (turn - 0.25) * 2 * Math.PI
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

/** Edges as a worn screen prints them: a group drawn with `filter="url(#worn)"`. */
export const WORN = `<filter id="worn" x="-5%" y="-5%" width="110%" height="110%"><feTurbulence type="fractalNoise" baseFrequency=".045" numOctaves="2" seed="7"/><feDisplacementMap in="SourceGraphic" scale="3.4" xChannelSelector="R" yChannelSelector="G"/></filter>`

/** Paper showing through the ink: laid over the whole sheet; `strength` 0 to 1. */
export function grain(width: number, height: number, strength: number): string {
  const matrix = `0 0 0 0 1  0 0 0 0 .96  0 0 0 0 .88  0 0 0 ${fixed(9 * strength)} ${fixed(-5.6 * strength)}`
  return `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".55" numOctaves="2" seed="3"/><feColorMatrix values="${matrix}"/></filter><rect width="${width}" height="${height}" filter="url(#grain)" opacity=".5"/>`
}

/** A coordinate to a tenth of a pixel: finer is not seen, and the drawing stays small. */
export function fixed(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function pair([x, y]: Point): string {
  return `${fixed(x)} ${fixed(y)}`
}
