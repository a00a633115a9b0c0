import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { LYRICS_TAGS } from '#domain/lyrics.ts'

const ALLOWED = { ALLOWED_TAGS: [...LYRICS_TAGS], ALLOWED_ATTR: [] }

/** Lyrics are HTML. The server sanitises them, and they are sanitised again here, where they could do harm. */
export function Lyrics({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(html, ALLOWED), [html])
  return (
    <div
      className="flex flex-col gap-5 font-medium text-2xl leading-relaxed"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above.
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
