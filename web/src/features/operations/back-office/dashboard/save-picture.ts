/** A drawing on the screen as a file: PNG, twice as fine, in the product's own fonts, with its title and what its lines are above it. */
import { saveFile } from '../../../../lib/save-file.ts'

const FINENESS = 2
const MARGIN = 16
const TITLE = 28
const LEGEND = 26
/** Of a line in the legend, and of a letter of its words at most. */
const SAMPLE = 20
const WIDEST = 7
const SVG = 'http://www.w3.org/2000/svg'
/** What classes decide on the screen, and a file has to say itself. */
const LOOKS = ['fill', 'stroke', 'font-family', 'font-size', 'font-weight'] as const

/** What the days' line is, and the dashed one of the days before. */
export type Legend = { days: string; before: string }
type Told = { title: string; legend: Legend }

export async function savePicture(drawing: SVGSVGElement, told: Told, name: string): Promise<void> {
  const { width, height } = drawing.getBoundingClientRect()
  const size = { width: width + 2 * MARGIN, height: height + TITLE + LEGEND + 2 * MARGIN }
  const picture = standalone(drawing, told, size)
  const style = document.createElementNS(SVG, 'style')
  style.textContent = await ownFonts(picture.outerHTML)
  picture.prepend(style)
  const image = new Image()
  const written = new XMLSerializer().serializeToString(picture)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(written)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size.width * FINENESS
  canvas.height = size.height * FINENESS
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!file) throw new Error('the browser drew no picture')
  saveFile(file, `${name}.png`)
}

function standalone(
  drawing: SVGSVGElement,
  { title, legend }: Told,
  { width, height }: { width: number; height: number },
): SVGElement {
  const picture = element('svg', { width, height })
  const ground = element('rect', { width: '100%', height: '100%', fill: colourOf('--color-raised') })
  const heading = text(title, { x: MARGIN, y: MARGIN + 14, fill: colourOf('--color-text') }, '600 15px')
  const copy = drawing.cloneNode(true) as SVGSVGElement
  copy.setAttribute('x', String(MARGIN))
  copy.setAttribute('y', String(MARGIN + TITLE + LEGEND))
  const parts = drawing.querySelectorAll('*')
  for (const [index, part] of copy.querySelectorAll('*').entries()) {
    const shown = getComputedStyle(parts[index] as Element)
    part.removeAttribute('class')
    part.setAttribute('style', LOOKS.map((look) => `${look}:${shown.getPropertyValue(look)}`).join(';'))
  }
  picture.append(ground, heading, ...linesOf(legend), copy)
  return picture
}

/** Each line in short, with its words beside it; the second begins where the first leaves room. */
function linesOf({ days, before }: Legend): SVGElement[] {
  const y = MARGIN + TITLE + 8
  const line = (x: number, colour: string, dashes: string) =>
    element('line', {
      x1: x,
      x2: x + SAMPLE,
      y1: y - 4,
      y2: y - 4,
      stroke: colourOf(colour),
      'stroke-width': 2,
      'stroke-dasharray': dashes,
    })
  const words = (x: number, said: string) => text(said, { x, y, fill: colourOf('--color-muted') }, '400 12px')
  const second = MARGIN + SAMPLE + 8 + days.length * WIDEST + 24
  return [
    line(MARGIN, '--color-accent', 'none'),
    words(MARGIN + SAMPLE + 8, days),
    line(second, '--color-edge', '3 4'),
    words(second + SAMPLE + 8, before),
  ]
}

function text(said: string, attributes: Record<string, string | number>, font: string): SVGElement {
  const made = element('text', attributes)
  made.setAttribute('style', `font: ${font} ${getComputedStyle(document.body).fontFamily}`)
  made.textContent = said
  return made
}

const colourOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name)

function element(
  name: 'svg' | 'rect' | 'line' | 'text',
  attributes: Record<string, string | number>,
): SVGElement {
  const made = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value))
  return made
}

/** The product's own fonts as rules of a style sheet that holds them: a picture apart from the page can fetch none. */

/** Those of the families that `wanted` names, as a computed `font-family` does. */
async function ownFonts(wanted: string): Promise<string> {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => wanted.includes(style.getPropertyValue('font-family').replaceAll(/["']/g, '')))
  return (await Promise.all(rules.map(withItsBytes))).join('')
}

/** Nothing for a font that the device has, or that cannot be fetched: the picture then has the next best. */
async function withItsBytes({ style, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const [, address] = /url\(["']?([^"')]+)/.exec(style.getPropertyValue('src')) ?? []
  if (!address) return ''
  const response = await fetch(new URL(address, parentStyleSheet?.href ?? location.href)).catch(() => null)
  if (!response?.ok) return ''
  const [family, weight] = ['font-family', 'font-weight'].map((name) => style.getPropertyValue(name))
  return `@font-face{font-family:${family};font-weight:${weight};src:url(${await dataUrl(await response.blob())})}`
}

function dataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}
