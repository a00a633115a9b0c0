import { api } from '../../lib/api.ts'
import { removeImage, uploadImage } from '../../lib/storage.ts'

export type PageDraft = {
  story: string
  /** A new picture, which is sent now. */
  file: File | null
  /** The picture is to be taken away. */
  gone: boolean
  /** The picture that the page has. */
  previous: string | null
}

/** Sends the picture first, and leaves none behind that no page shows. Throws an Error whose message can be shown. */
export async function savePage({ story, file, gone, previous }: PageDraft): Promise<void> {
  const sent = file && (await uploadImage('profile', file.name, file))
  const picture = sent ?? (gone ? null : previous)
  try {
    await api('POST /studio/page', { body: { story: story.trim(), picture } })
  } catch (fault) {
    // What stays behind is swept with its account.
    if (sent) await removeImage(sent).catch(() => undefined)
    throw fault
  }
  if (previous && previous !== picture) await removeImage(previous).catch(() => undefined)
}
