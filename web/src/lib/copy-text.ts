import toast from 'react-hot-toast'

/** Copies a text and says so; false where the browser does not allow it, which is said as well. */
export async function copyText(text: string, words: { copied: string; failed: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(words.copied)
    return true
  } catch {
    toast.error(words.failed)
    return false
  }
}
