import { FollowArtist } from '../../features/alerts/follow-artist.tsx'
import { ArtistPage } from '../../features/artists/page/artist-page.tsx'

/** `/a/{slug}` — an artist's own page, and following them. */
export function ArtistPageScreen() {
  return (
    <ArtistPage
      follow={({ name, works: [work] }) => work && <FollowArtist work={work.uid} author={name} />}
    />
  )
}
