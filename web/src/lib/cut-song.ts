/** The public clip: cut out of the song here, so that nothing else of it leaves this device. */
import { clipStartSeconds, cutClip, type Mp3Fault, SONG_MAX_BYTES } from '#domain/mp3.ts'
import { uploadClip } from './public-uploads.ts'

/** A song as forms hold it: the file, and where the clip begins, as it was typed. */
export type ChosenSong = { song: File | null; clipStart: string }

const cut = async (song: File, clipStart: string) =>
  cutClip(new Uint8Array(await song.arrayBuffer()), clipStartSeconds(clipStart) ?? 0)

/** What is wrong with the chosen song or its first second; null for one that can be cut, or for none. */
export async function songFault({ song, clipStart }: ChosenSong): Promise<Mp3Fault | 'too_large' | null> {
  if (!song) return null
  if (song.size > SONG_MAX_BYTES) return 'too_large'
  const clip = await cut(song, clipStart)
  return typeof clip === 'string' ? clip : null
}

type Uploading = {
  folder?: 'artists/'
  /** What to say of a song that cannot be cut. */
  words(fault: Mp3Fault): string
}

/** The public address of the new clip; null where no song was chosen. Throws an Error whose message can be shown. */
export async function cutAndUpload(
  { song, clipStart }: ChosenSong,
  { folder, words }: Uploading,
): Promise<string | null> {
  if (!song) return null
  const clip = await cut(song, clipStart)
  if (typeof clip === 'string') throw new Error(words(clip))
  return uploadClip(song.name, Uint8Array.from(clip.bytes), folder)
}
