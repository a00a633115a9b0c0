import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { formatTokenMoment } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { tokenState } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { Button } from '../../ui/button.tsx'
import { useListening } from './listening-context.ts'
import { PlayTerms } from './play-terms.tsx'

type PlayNowProps = {
  projectUid: string
  /** The project's access period, in seconds. */
  validPeriod: number
  /** Whether the shelf takes the place of this screen in the browser's history. */
  replaces?: boolean
  onPlay?(): void
}

/**
 * The first play, right where the $TUNE has become the fan's: what `_confirmar reprodução` says stands above
 * the button, so pressing it is the answer. It waits until the $TUNE has been made.
 */
export function PlayNow({ projectUid, validPeriod, replaces = false, onPlay }: PlayNowProps) {
  const { t } = useTranslation('access')
  const navigate = useNavigate()
  const { start, opening } = useListening()
  const tokens = useInfiniteQuery(tokensQuery)
  const token = tokens.data?.pages
    .flatMap((page) => page.data)
    .find((one) => one.project.uid === projectUid && tokenState(one, serverNow()) === 'locked')
  const until = token?.willExpireAt

  function press() {
    if (!token) return
    onPlay?.()
    // Behind the player is then the shelf, also if it cannot be opened.
    navigate(paths.shelf, { replace: replaces })
    void start(token)
  }

  return (
    <>
      {until && (
        <p className="text-live">
          {t(token.giver ? 'confirm.playByGift' : 'confirm.playBy', {
            date: formatTokenMoment(until, currentLanguage()),
          })}
        </p>
      )}
      <div className="text-muted text-sm">
        <PlayTerms token={token} validPeriod={validPeriod} />
      </div>
      <Button busy={!token || opening !== null} onClick={press}>
        {t('confirm.play')}
      </Button>
    </>
  )
}
