/** The product's own fonts as rules of a style sheet that holds them: a picture apart from the page can fetch none. */

/** Those of the families that `wanted` names, as a computed `font-family` does. */
export async function ownFonts(wanted: string): Promise<string> {
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
