/** The player's own files, named after their content so that browsers may keep them for ever. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Assets } from './embed-page.ts'

const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

export type Asset = { body: string; type: string }

/** Reads the files once; the light build of hls.js has all that one rendition without subtitles needs. */
export function loadAssets(): { names: Assets; files: Map<string, Asset> } {
  const files = new Map<string, Asset>()
  const add = (name: string, extension: string, type: string, path: string) => {
    const body = readFileSync(path, 'utf8')
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
    files.set(`${name}-${hash}.${extension}`, { body, type })
    return `${name}-${hash}.${extension}`
  }
  const own = (name: string) => `${import.meta.dirname}/player/${name}`
  const hls = fileURLToPath(import.meta.resolve('hls.js/dist/hls.light.min.js'))
  const names = {
    hls: add('hls', 'js', SCRIPT_TYPE, hls),
    script: add('player', 'js', SCRIPT_TYPE, own('player.js')),
    messages: add('messages', 'js', SCRIPT_TYPE, own('messages.js')),
    style: add('player', 'css', 'text/css; charset=utf-8', own('player.css')),
  }
  return { names, files }
}
