/**
 * Videos of a library besides the demo works: created through the vendor's API, with files that arrive at its upload
 * endpoint (uploads.ts). Encoding takes a few seconds; nothing is really encoded. Source:
 * docs.bunny.net/reference/video_createvideo, video_getvideo.
 */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isSameSecret } from '../same-secret.ts'

export const LIBRARY_SCHEMA = `
  create table if not exists videos (
    guid text primary key,
    library text not null,
    title text not null,
    length integer,
    uploaded_at integer
  )`

/** The vendor's status numbers. */
const STATUS = { created: 0, transcoding: 3, finished: 4, error: 5 } as const
const ENCODING_MS = 3000

export type StoredVideo = {
  guid: string
  library: string
  title: string
  /** Bytes of the whole file, once an upload has begun. */
  length: number | null
  uploaded_at: number | null
}

export type Library = ReturnType<typeof openLibrary>

export function openLibrary(db: DatabaseSync, dataDir: string, apiKey: string) {
  const folder = join(dataDir, 'videos')
  mkdirSync(folder, { recursive: true })
  const fileOf = (guid: string) => join(folder, guid, 'original.mp4')

  /** While a tester holds it, no encoding finishes. */
  let isEncodingHeld = false

  function find(guid: string): StoredVideo | undefined {
    return db.prepare('select * from videos where guid = ?').get(guid) as StoredVideo | undefined
  }

  return {
    fileOf,
    find,
    isKey: (given: string) => isSameSecret(given, apiKey),

    create(library: string, title: string): StoredVideo {
      const guid = crypto.randomUUID()
      mkdirSync(join(folder, guid), { recursive: true })
      db.prepare('insert into videos (guid, library, title) values (?, ?, ?)').run(guid, library, title)
      return { guid, library, title, length: null, uploaded_at: null }
    },

    /** How much of the file has arrived, including what a broken connection had written. */
    received: (guid: string) => (existsSync(fileOf(guid)) ? statSync(fileOf(guid)).size : 0),

    begin(guid: string, length: number): void {
      db.prepare('update videos set length = ? where guid = ?').run(length, guid)
    },

    finish(guid: string, now: number): void {
      db.prepare('update videos set uploaded_at = ? where guid = ?').run(now, guid)
    },

    /** True for the vendor's presigned upload: sha256(library + key + expires + video), until `expires` (seconds). */
    isSigned(
      sign: { library: string; guid: string; expires: string; signature: string },
      now: number,
    ): boolean {
      const expected = createHash('sha256')
        .update(sign.library + apiKey + sign.expires + sign.guid)
        .digest('hex')
      return isSameSecret(sign.signature, expected) && Number(sign.expires) * 1000 > now
    },

    /** The video as the vendor describes it. */
    describe(video: StoredVideo, now: number) {
      const { guid, library, title, uploaded_at } = video
      const passed =
        uploaded_at === null ? 0 : Math.min((now - uploaded_at) / ENCODING_MS, isEncodingHeld ? 0.5 : 1)
      const status =
        uploaded_at === null
          ? STATUS.created
          : passed < 1
            ? STATUS.transcoding
            : isVideo(fileOf(guid))
              ? STATUS.finished
              : STATUS.error
      return {
        guid,
        videoLibraryId: Number(library),
        title,
        status,
        encodeProgress: Math.floor(passed * 100),
      }
    },

    /** One of the demo works, as the vendor describes a video that is ready. */
    describeDemo: (guid: string, library: string) => ({
      guid,
      videoLibraryId: Number(library),
      title: guid,
      status: STATUS.finished,
      encodeProgress: 100,
    }),

    /** True once it can be played. */
    isReady(guid: string, now: number): boolean {
      const video = find(guid)
      return video !== undefined && this.describe(video, now).status === STATUS.finished
    },

    holdEncoding(held: boolean): void {
      isEncodingHeld = held
    },

    reset(): void {
      isEncodingHeld = false
      db.exec('delete from videos')
    },
  }
}

/** By its first bytes: MP4 and QuickTime have their type at the fifth byte, WebM begins like every EBML file. */
function isVideo(path: string): boolean {
  const bytes = Buffer.alloc(12)
  const file = openSync(path, 'r')
  readSync(file, bytes, 0, 12, 0)
  closeSync(file)
  return bytes.toString('latin1', 4, 8) === 'ftyp' || bytes.toString('hex', 0, 4) === '1a45dfa3'
}
