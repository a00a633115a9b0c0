/** Videos that we serve ourselves (VIDEO_PROVIDER=s3): putting one in place, and taking it away. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import type { Files } from '#server/platform/files/files.ts'
import { createVideoFiles, MANIFEST, videoType } from '#server/platform/video/video-files.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  [
    'video add {id} {file or folder}',
    'a film, cut into HLS by ffmpeg, or a folder with index.m3u8 and its segments',
  ],
  ['video remove {id}', 'takes it away'],
] as const

const ID = /^[\w-]{1,64}$/
/** Six seconds each, in one rendition that every browser plays. */
const CUT = [
  ...[
    '-c:v',
    'libx264',
    '-preset',
    'medium',
    '-crf',
    '21',
    '-pix_fmt',
    'yuv420p',
    '-vf',
    'scale=-2:min(1080\\,ih)',
  ],
  ...['-force_key_frames', 'expr:gte(t,n_forced*6)', '-c:a', 'aac', '-b:a', '192k', '-ac', '2'],
  ...['-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
]

export function run([action, id = '', source, ...more]: string[]): Promise<number> {
  const isKnown = (action === 'add' && source) || (action === 'remove' && !source)
  if (!isKnown || more.length > 0) throw new UsageError(usage.map(([call]) => call).join('\n'))
  if (!ID.test(id)) throw new UsageError('An id has letters, digits, - and _, 64 at most.')
  return withProduct(async ({ env, say }) => {
    const files = createVideoFiles(env)
    if (action === 'remove') {
      const count = await remove(files, id)
      say(`${count} files of ${id} removed.`)
      return 0
    }
    const count = await add(files, id, source ?? '')
    say(`${id} is in ${files.name}: ${count} files. Enter ${id} as the video of a project.`)
    if (env.VIDEO_PROVIDER !== 's3') say('It is not played from there while VIDEO_PROVIDER is not s3.')
    return 0
  })
}

async function add(files: Files, id: string, source: string): Promise<number> {
  if (await files.has(`${id}/${MANIFEST}`)) throw new UsageError(`There is a video ${id} already.`)
  const found = await stat(source).catch(() => null)
  if (!found) throw new UsageError(`${source} does not exist.`)
  if (found.isDirectory()) return send(files, id, source)
  const folder = await mkdtemp(join(tmpdir(), 'tune-video-'))
  try {
    await cut(source, folder)
    return await send(files, id, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function cut(film: string, folder: string): Promise<void> {
  const args = ['-hide_banner', '-loglevel', 'error', '-i', film, ...CUT, join(folder, MANIFEST)]
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'ENOENT') throw fault
    throw new UsageError(
      'ffmpeg is not installed: install it, or give a folder with index.m3u8 and its segments.',
    )
  })
  if (code !== 0) throw new UsageError(`ffmpeg could not cut ${film}.`)
}

/** The list of segments comes last: until then there is no video of that id. */
async function send(files: Files, id: string, folder: string): Promise<number> {
  const names = await namesIn(folder)
  if (!names.includes(MANIFEST)) throw new UsageError(`${folder} has no ${MANIFEST}.`)
  const strange = names.filter((name) => videoType(name) === null)
  if (strange.length > 0) throw new UsageError(`Not part of a video: ${strange.slice(0, 5).join(', ')}`)
  await expectWhole(folder, names)
  for (const name of [...names.filter((each) => each !== MANIFEST), MANIFEST])
    await files.put(`${id}/${name}`, await readFile(join(folder, name)))
  return names.length
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** Every file that a playlist names has to be there, and none may be elsewhere. */
async function expectWhole(folder: string, names: string[]): Promise<void> {
  for (const list of names.filter((name) => name.endsWith('.m3u8'))) {
    const text = await readFile(join(folder, list), 'utf8')
    if (!text.startsWith('#EXTM3U')) throw new UsageError(`${list} is no playlist.`)
    const under = list.includes('/') ? list.slice(0, list.lastIndexOf('/') + 1) : ''
    const named = text
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith('#') ? [/URI="([^"]+)"/.exec(line)?.[1] ?? ''] : [line.trim()]))
      .filter((uri) => uri !== '')
    const missing = named.filter((uri) => !names.includes(under + uri))
    if (missing.length > 0)
      throw new UsageError(`${list} names what is not there: ${missing.slice(0, 5).join(', ')}`)
  }
}

async function remove(files: Files, id: string): Promise<number> {
  const keys: string[] = []
  for await (const { key } of files.list()) if (key.startsWith(`${id}/`)) keys.push(key)
  if (keys.length === 0) throw new UsageError(`There is no video ${id}.`)
  // Without its list of segments it is gone at once.
  await files.remove([`${id}/${MANIFEST}`])
  await files.remove(keys)
  return keys.length
}
