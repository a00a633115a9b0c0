import { useRef } from 'react'
import { Button } from './button.tsx'

type FilePickerProps = {
  label: string
  /** What the file is, where the button's words change. */
  fileLabel?: string
  /** Media types and endings, as the browser's dialog takes them. */
  accept: string
  /** The id of what is said about the file, where that is not the button's own. */
  noteId?: string
  busy?: boolean
  onChoose(file: File): void
}

/** A button that has one file chosen. */
export function FilePicker({
  label,
  fileLabel = label,
  accept,
  noteId,
  busy = false,
  onChoose,
}: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={fileLabel}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Choosing the same file again must count as a change.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button look="secondary" busy={busy} aria-describedby={noteId} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
