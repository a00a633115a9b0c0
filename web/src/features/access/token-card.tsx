import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatAccessLeft, secondsLeft } from '#domain/countdown.ts'
import type { TokenWire } from '#server/product/access/contract.ts'
import { transactionPage } from '../../lib/explorer.ts'
import { formatTokenMoment } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import {
  endedUnplayed,
  endingOf,
  mayCancelPurchase,
  type TokenState,
  tokenState,
  windowShare,
} from '../../lib/token-state.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Button } from '../../ui/button.tsx'
import { Cover } from '../../ui/cover.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'

type TokenCardProps = { token: TokenWire; busy: boolean; onChoose(): void; onCancelPurchase(): void }

/** A token: vermilion while it waits for its first play, green while it plays, dark when it is over. */
export function TokenCard({ token, busy, onChoose, onCancelPurchase }: TokenCardProps) {
  const { t } = useTranslation('access')
  const now = useServerNow()
  const state = tokenState(token, now)
  const { uid, projectName, author, thumbnail, phase } = token.project
  const title = `token-${token.uid}`
  const isOver = state === 'expired' || state === 'sold'
  const playable = state === 'locked' || state === 'open'
  const cancellable = mayCancelPurchase(token, now)
  const place = useFocusInPlace<HTMLElement>(cancellable)
  return (
    <article ref={place} tabIndex={-1} className="group relative flex flex-col gap-3 sm:gap-4">
      <Cover
        src={thumbnail}
        author={author}
        projectName={projectName}
        decorative
        sizes="(min-width: 80rem) 20rem, (min-width: 40rem) 45vw, 92vw"
        dark={!playable}
        ring={isOver ? null : { share: windowShare(token, now), tone: state === 'open' ? 'live' : 'accent' }}
      />
      <div className="flex flex-col gap-1">
        <h3 id={title} className="name text-lg sm:text-xl">
          {playable || state === 'settling' ? (
            projectName
          ) : (
            <Link
              to={phase === 'auction' ? paths.auction(uid) : paths.work(uid)}
              aria-label={t(phase === 'auction' ? 'tokens.again' : 'tokens.work', { projectName })}
              className="after:absolute after:inset-x-0 after:top-0 after:aspect-square group-hover:text-accent-text"
            >
              {projectName}
            </Link>
          )}
        </h3>
        <Names token={token} isOver={isOver} />
        {playable && (
          <PlayButton name={projectName} isLocked={state === 'locked'} busy={busy} onChoose={onChoose} />
        )}
        <div className="mt-1 text-sm">
          <Standing token={token} state={state} now={now} />
        </div>
        {phase === 'closed' && !isOver && <p className="text-muted text-xs">{t('tokens.closed')}</p>}
        {isOver && <Story uid={uid} projectName={projectName} />}
        {token.txHash && <Receipt txHash={token.txHash} projectName={projectName} />}
        {cancellable && (
          <button
            type="button"
            aria-describedby={title}
            onClick={onCancelPurchase}
            className="min-h-11 self-start text-muted text-xs underline decoration-edge underline-offset-4 hover:text-text"
          >
            {t('tokens.cancelPurchase')}
          </button>
        )}
      </div>
    </article>
  )
}

type PlayButtonProps = { name: string; isLocked: boolean; busy: boolean; onChoose(): void }

/** The cover above is pressed with it: a filter would take it out of the button's reach. */
function PlayButton({ name, isLocked, busy, onChoose }: PlayButtonProps) {
  const { t } = useTranslation('access')
  return (
    <Button
      look={isLocked ? 'primary' : 'secondary'}
      busy={busy}
      onClick={onChoose}
      className="hover:filter-none! mt-2 after:absolute after:inset-x-0 after:top-0 after:aspect-square"
    >
      <span className="sr-only">
        {name}
        {' · '}
      </span>
      <Icon name="play" />
      {t(isLocked ? 'tokens.unlock' : 'tokens.play')}
    </Button>
  )
}

/** Once it is over, the artist's name leads to their page. */
function Names({ token, isOver }: { token: TokenWire; isOver: boolean }) {
  const { t } = useTranslation('access')
  const { author, artistSlug } = token.project
  const { giver } = token
  return (
    <>
      {isOver && artistSlug ? (
        <Link
          to={paths.artistInside(artistSlug)}
          className="self-start py-1 text-muted text-sm underline decoration-edge underline-offset-4 hover:text-text"
        >
          {author}
        </Link>
      ) : (
        <p className="text-muted text-sm">{author}</p>
      )}
      {giver && <p className="break-words text-muted text-sm">{t('tokens.given', { giver })}</p>}
    </>
  )
}

/** What can be done with the token, and until when. */
function Standing({ token, state, now }: { token: TokenWire; state: TokenState; now: number }) {
  const { t } = useTranslation('access')
  const language = currentLanguage()
  const moment = (iso: string | null) => (iso ? formatTokenMoment(iso, language) : '')
  const ending = endingOf(token)
  const unplayed = endedUnplayed(token) && <p className="text-muted text-xs">{t('tokens.unplayed')}</p>
  switch (state) {
    case 'locked':
      return (
        <>
          {token.willExpireAt && (
            <p className="text-muted text-xs">
              {t('tokens.availableUntil', { date: moment(token.willExpireAt) })}
            </p>
          )}
          {token.giver && <p className="text-muted text-xs">{t('tokens.mayEnd')}</p>}
        </>
      )
    case 'open': {
      const end = Date.parse(token.willExpireAt ?? '')
      const left = formatAccessLeft(secondsLeft(end, now, token.project.validPeriod))
      return (
        <p role="timer" aria-live="off" className="figures text-live">
          {t('tokens.expiresIn', { left })}
        </p>
      )
    }
    case 'settling':
      return <p className="text-muted">{t('tokens.processing')}</p>
    case 'expired':
      return (
        <>
          <p>{t(`tokens.${ending}`)}</p>
          {unplayed}
          <p className="text-muted text-xs">
            {t(`tokens.${ending}At`, { date: moment(token.endedAt ?? token.willExpireAt) })}
          </p>
        </>
      )
    case 'sold':
      return (
        <>
          <p>{t('tokens.sold')}</p>
          {unplayed}
          <p className="text-muted text-xs">{t('tokens.soldAt', { date: moment(token.endedAt) })}</p>
        </>
      )
    case 'hidden':
      return null
  }
}

/** To the work's own page, where its lyrics begin and its artist is. */
function Story({ uid, projectName }: { uid: string; projectName: string }) {
  const { t } = useTranslation('access')
  return (
    <Link
      to={paths.work(uid)}
      aria-label={t('tokens.storyLabel', { projectName })}
      className="mt-1 self-start py-1 text-muted text-xs underline decoration-edge underline-offset-4 hover:text-text"
    >
      {t('tokens.story')}
    </Link>
  )
}

function Receipt({ txHash, projectName }: { txHash: string; projectName: string }) {
  const { t } = useTranslation('access')
  return (
    <a
      href={transactionPage(txHash)}
      target="_blank"
      rel="noreferrer"
      aria-label={t('tokens.receiptLabel', { projectName })}
      className="mt-1 inline-flex min-h-11 items-center self-start text-muted text-xs underline decoration-edge underline-offset-4 hover:text-text"
    >
      {t('tokens.receipt')}
    </a>
  )
}
