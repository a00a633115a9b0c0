import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { rememberReturn } from '../../lib/return-path.ts'
import { useSession } from '../../session/provider.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ArtistToggle } from './artist-toggle.tsx'
import { useFollowing } from './use-following.ts'

type FollowArtistProps = {
  /** Any published work of theirs. */
  work: string
  author: string
}

/** Follows an artist from their own page; strangers come back to it once they have signed in. */
export function FollowArtist({ work, author }: FollowArtistProps) {
  const { t } = useTranslation('alerts')
  const { state } = useSession()
  const { pathname } = useLocation()
  const isIn = state.phase === 'signed-in'
  const { known, change } = useFollowing(work, isIn)
  if (!isIn) {
    return (
      <ButtonLink
        to={paths.login}
        look="secondary"
        aria-label={t('followLabel', { author })}
        onClick={() => rememberReturn(pathname, Date.now())}
      >
        {t('follow')}
      </ButtonLink>
    )
  }
  if (!known) return null
  return <ArtistToggle author={author} known={known} change={change} />
}
