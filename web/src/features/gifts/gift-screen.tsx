import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { GiftWire, OfferedGiftWire } from '#server/product/gifts/contract.ts'
import { ApiError } from '../../lib/api.ts'
import { formatTokenMoment } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { periodInWords, unlockInWords } from '../../lib/period.ts'
import { publicProjectQuery } from '../../lib/public-project.ts'
import { forgetReturn, rememberReturn } from '../../lib/return-path.ts'
import { tokenState } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { useSession } from '../../session/provider.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Cover } from '../../ui/cover.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TabTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WorkClip } from '../../ui/work-clip.tsx'
import { acceptGift, offeredQuery } from './api.ts'
import { GiftArrives } from './gift-arrives.tsx'
import { OwnGift, useOwnGift } from './own-gift.tsx'

/** `/gift#…` — what somebody was given. Opening it changes nothing: one button accepts. */
export function GiftScreen() {
  const { t } = useTranslation('gifts')
  const { hash } = useLocation()
  const { state } = useSession()
  const code = hash.slice(1)
  // An address that was cut off is not asked about.
  const isWhole = /^[\w-]{43}$/.test(code)
  const offered = useQuery({ ...offeredQuery(code), enabled: isWhole })
  const [isMine, setMine] = useState(false)
  const isIn = state.phase === 'signed-in'
  const { own, isLoading } = useOwnGift(offered.data?.uid, isIn)

  // A visitor who was to return here has arrived.
  useEffect(() => {
    if (isIn) forgetReturn()
  }, [isIn])

  if (isMine && offered.data) return <GiftArrives gift={offered.data} />
  return (
    <>
      <TabTitle>{t('offered.title')}</TabTitle>
      {offered.data && !isLoading ? (
        <Offer gift={offered.data} own={own} code={code} onAccepted={() => setMine(true)} />
      ) : isWhole && (offered.isPending || isLoading) ? (
        <Room cover={<Skeleton className="aspect-square w-full" />}>
          <Skeleton className="h-72" />
        </Room>
      ) : !isWhole || (offered.error instanceof ApiError && offered.error.isFinal) ? (
        <Nothing title={t('missing.title')} text={t('missing.text')} />
      ) : (
        <div className="mx-auto max-w-xl px-4 py-16">
          <Failure
            message={t('failed')}
            onRetry={() => void offered.refetch()}
            retrying={offered.isFetching}
          />
        </div>
      )}
    </>
  )
}

function Room({ cover, children }: { cover: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-5 px-4 py-5 sm:gap-8 sm:px-8 sm:py-8 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] md:items-center md:gap-14 lg:py-16">
      {cover}
      <div className="flex flex-col items-start gap-5">{children}</div>
    </div>
  )
}

type OfferProps = { gift: OfferedGiftWire; code: string; onAccepted(): void }

function Offer({ own, ...props }: OfferProps & { own: GiftWire | undefined }) {
  const { t } = useTranslation('gifts')
  const { gift } = props
  const { giver, words, project, status } = gift
  const { data: work } = useQuery(publicProjectQuery(project.uid))
  return (
    <Room
      cover={
        <Cover
          src={project.thumbnail}
          author={project.author}
          projectName={project.projectName}
          tint={project.tint}
          decorative
          eager
          sizes="(min-width: 48rem) 22rem, 92vw"
          dark={status !== 'waiting'}
          ring={status === 'waiting' ? { share: 1, tone: 'accent' } : null}
          className="mx-auto w-full max-w-[min(22rem,30svh)] md:max-w-[22rem]"
        />
      }
    >
      <p className="section-title text-muted">{t('offered.title')}</p>
      <h1 className="name text-3xl [overflow-wrap:anywhere] sm:text-4xl">
        {own ? t('own.head') : t('offered.head', { giver })}
      </h1>
      <p>
        <span className="font-semibold">{project.projectName}</span>
        <span className="text-muted"> · {project.author}</span>
      </p>
      {work && <WorkClip work={work} />}
      {words && (
        <blockquote className="max-w-[46ch] [overflow-wrap:anywhere] border-accent border-l-2 pl-4 text-lg">
          {words}
        </blockquote>
      )}
      {own ? (
        <OwnGift gift={own} isOpen={status === 'waiting'} />
      ) : status === 'waiting' ? (
        <Acceptance {...props} />
      ) : (
        <Over status={status} />
      )}
    </Room>
  )
}

function Over({ status }: { status: Exclude<OfferedGiftWire['status'], 'waiting'> }) {
  const { t } = useTranslation('gifts')
  const isIn = useSession().state.phase === 'signed-in'
  const mayBeOnShelf = status === 'accepted' && isIn
  return (
    <>
      <Notice>{t(`offered.${status}`)}</Notice>
      {mayBeOnShelf && <ButtonLink to={paths.shelf}>{t('arrived.shelf')}</ButtonLink>}
      <ButtonLink to={paths.dashboard} look={mayBeOnShelf ? 'quiet' : 'primary'}>
        {t('others')}
      </ButtonLink>
    </>
  )
}

/** The one button, for whoever is here: sign in, complete the profile, or accept. */
function Acceptance({ gift, code, onAccepted }: OfferProps) {
  const { t } = useTranslation('gifts')
  const { state } = useSession()
  const cache = useQueryClient()
  const accept = useMutation({
    mutationFn: () => acceptGift(code),
    onSuccess: onAccepted,
    // Somebody else may have been first: the page then says so.
    onError: () => void cache.invalidateQueries({ queryKey: offeredQuery(code).queryKey }),
  })
  const comeBack = () => rememberReturn(`${paths.gift}#${code}`, Date.now())
  const isIn = state.phase === 'signed-in'
  const isComplete = isIn && state.profile.is_complete_profile
  const isHeld = useIsHeld(gift.project.uid, isComplete)
  if (
    accept.error instanceof ApiError &&
    (accept.error.code === 'gift_over' || accept.error.code === 'gift_taken')
  )
    return (
      <>
        <Notice tone="loss">{accept.error.message}</Notice>
        <ButtonLink to={paths.dashboard}>{t('others')}</ButtonLink>
      </>
    )
  if (isHeld)
    return (
      <>
        <Notice>{t('offered.held', { date: formatTokenMoment(gift.acceptBy, currentLanguage()) })}</Notice>
        <ButtonLink to={paths.shelf}>{t('arrived.shelf')}</ButtonLink>
      </>
    )
  return (
    <>
      {accept.error && <Notice tone="loss">{accept.error.message}</Notice>}
      {isComplete ? (
        <Button busy={accept.isPending} onClick={() => accept.mutate()} className="w-full sm:w-auto sm:px-10">
          {t('offered.accept')}
        </Button>
      ) : (
        <>
          <ButtonLink
            to={isIn ? paths.completeProfile : paths.login}
            onClick={comeBack}
            className="w-full sm:w-auto sm:px-10"
          >
            {t(isIn ? 'offered.complete' : 'offered.enter')}
          </ButtonLink>
          <p className="text-muted text-sm">{t(isIn ? 'offered.completeHint' : 'offered.enterHint')}</p>
        </>
      )}
      <p className="max-w-[52ch] text-muted">
        {t('offered.how', { unlock: unlockInWords(), period: periodInWords(gift.validPeriod) })}{' '}
        {t('until', { date: formatTokenMoment(gift.acceptBy, currentLanguage()) })} {t('offered.mayEnd')}
      </p>
    </>
  )
}

/** Whether the fan holds a $TUNE of the work, whose end the gift has to wait for. Unknown, the server says so. */
function useIsHeld(projectUid: string, isAsked: boolean): boolean {
  const now = useServerNow()
  const { data } = useInfiniteQuery({ ...tokensQuery, enabled: isAsked })
  const isHeld = data?.pages
    .flatMap((page) => page.data)
    .some(
      (token) =>
        token.project.uid === projectUid && ['hidden', 'locked', 'open'].includes(tokenState(token, now)),
    )
  return isAsked && isHeld === true
}

function Nothing({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('gifts')
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-xl content-center justify-items-start gap-6 px-4">
      <h1 className="name text-4xl">{title}</h1>
      <p className="text-muted">{text}</p>
      <ButtonLink to={paths.dashboard}>{t('others')}</ButtonLink>
    </div>
  )
}
