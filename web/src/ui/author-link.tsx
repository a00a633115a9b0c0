import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'

type AuthorLinkProps = {
  work: { author: string; artistSlug: string | null }
  /** For somebody without an account, to whom the page inside the product is closed. */
  outside?: boolean
}

/** The author's name, which leads to the artist's page where there is one. */
export function AuthorLink({ work: { author, artistSlug }, outside = false }: AuthorLinkProps) {
  if (!artistSlug) return author
  return (
    <Link
      to={outside ? paths.artistPage(artistSlug) : paths.artistInside(artistSlug)}
      className="underline decoration-edge underline-offset-4 hover:text-text"
    >
      {author}
    </Link>
  )
}
