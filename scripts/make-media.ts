/**
 * Makes the demo works' music and pictures, and encodes them for the video host into emulators/video/media. The
 * result is committed; run this after changing a song or a picture: `node scripts/make-media.ts [slug…]`.
 * Needs Chromium and ffmpeg (`apt-get install ffmpeg`) with libx264.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPrinter, type Printer } from './media/printer.ts'
import { wave } from './media/sound/wave.ts'
import { FRAME, type Work } from './media/work.ts'
import { chosenWorks } from './media/works.ts'

const FOLDER = join(import.meta.dirname, '../emulators/video/media')
const LARGEST_BYTES = 1_200_000
/** What sound and picture are given; the rest is for the container and for the encoder's slips. */
const WANTED_BYTES = 1_130_000
const SOUND_BITS_PER_SECOND = 88_000
const SEGMENT_SECONDS = 2

const printer = await openPrinter(FRAME.width, FRAME.height)
try {
  for (const work of chosenWorks(process.argv.slice(2))) await make(work, printer)
} finally {
  await printer.close()
}

async function make(work: Work, printer: Printer): Promise<void> {
  const folder = join(FOLDER, work.slug)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(tmpdir(), 'tune-media-'))
  try {
    const music = join(draft, 'music.wav')
    await writeFile(music, wave(work.compose()))
    await encode(work, music, folder, printer)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  )
  const size = sizes.reduce((total, bytes) => total + bytes, 0)
  if (size > LARGEST_BYTES)
    throw new Error(`${folder} has ${size} bytes; at most ${LARGEST_BYTES} are wanted.`)
  console.log(`${folder}  ${((work.beats * 60) / work.tempo).toFixed(1)} s  ${(size / 1000).toFixed(0)} kB`)
}

/** Feeds the frames to ffmpeg one by one. @throws when ffmpeg is missing or fails. */
async function encode(work: Work, music: string, folder: string, printer: Printer): Promise<void> {
  const seconds = (work.beats * 60) / work.tempo
  const pictureRate = String(Math.floor((WANTED_BYTES * 8) / seconds - SOUND_BITS_PER_SECOND))
  const keyframes = String(FRAME.perSecond * SEGMENT_SECONDS)
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...[
        '-v',
        'error',
        '-f',
        'image2pipe',
        '-framerate',
        String(FRAME.perSecond),
        '-c:v',
        'png',
        '-i',
        'pipe:0',
      ],
      ...['-i', music],
      ...[
        '-c:v',
        'libx264',
        '-profile:v',
        'main',
        '-preset',
        'veryslow',
        '-tune',
        'animation',
        '-pix_fmt',
        'yuv420p',
      ],
      ...[
        '-crf',
        '23',
        '-maxrate',
        pictureRate,
        '-bufsize',
        pictureRate,
        '-g',
        keyframes,
        '-keyint_min',
        keyframes,
      ],
      ...['-sc_threshold', '0', '-vf', 'scale=out_color_matrix=bt709', '-colorspace', 'bt709'],
      ...[
        '-color_primaries',
        'bt709',
        '-color_trc',
        'bt709',
        '-c:a',
        'aac',
        '-b:a',
        String(SOUND_BITS_PER_SECOND),
      ],
      ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'],
      ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
      ...['-hls_segment_filename', join(folder, '%03d.m4s'), join(folder, 'index.m3u8')],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const ended = once(ffmpeg, 'exit')
  // A write after ffmpeg has failed is not the news; its exit code is.
  ffmpeg.stdin.on('error', () => undefined)
  const frames = Math.round(seconds * FRAME.perSecond)
  for (let index = 0; index < frames && ffmpeg.exitCode === null; index++) {
    const picture = await printer.print(work.frame((index / frames) * work.beats))
    if (!ffmpeg.stdin.write(picture)) await Promise.race([once(ffmpeg.stdin, 'drain'), ended])
  }
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code} at ${work.slug}.`)
}
