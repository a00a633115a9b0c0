/** Prints SVG to pixels in a headless Chromium: it alone sets variable fonts along all of their axes. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const FONTS: [family: string, file: string][] = [
  [
    'Bricolage',
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
  ],
  ['JetBrains', '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-500-normal.woff2'],
]

export type Printer = {
  /** The drawing as PNG, as large as the printer was opened. */
  print(svg: string): Promise<Buffer>
  close(): Promise<void>
}

/** Opens a printer for drawings of `width` × `height` pixels. @throws when no Chromium can be started. */
export async function openPrinter(width: number, height: number): Promise<Printer> {
  const browser = await chromium.launch({
    ...(existsSync(SYSTEM_CHROMIUM) && { executablePath: SYSTEM_CHROMIUM }),
    args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
  })
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(
    `<style>${await fontFaces()} body { margin: 0 } svg { display: block }</style><main></main>`,
  )
  await page.evaluate(`Promise.all([...document.fonts].map((font) => font.load()))`)
  const session = await page.context().newCDPSession(page)
  return {
    async print(svg) {
      await page.locator('main').evaluate((main: { innerHTML: string }, text) => {
        main.innerHTML = text
      }, svg)
      const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
      return Buffer.from(data, 'base64')
    },
    close: () => browser.close(),
  }
}

async function fontFaces(): Promise<string> {
  const faces = FONTS.map(async ([family, file]) => {
    const bytes = await readFile(fileURLToPath(import.meta.resolve(file)))
    const source = `url(data:font/woff2;base64,${bytes.toString('base64')})`
    return `@font-face { font-family: ${family}; src: ${source}; font-weight: 100 900; font-stretch: 75% 100% }`
  })
  return (await Promise.all(faces)).join('\n')
}
