import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { maskedEmail } from '#domain/artist.ts'
import type { InvitationWire } from '#server/product/artists/wire.ts'
import { ApiError, api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { forgetReturn, rememberReturn } from '../../lib/return-path.ts'
import { useSession } from '../../session/provider.tsx'
import type { SessionState } from '../../session/reducer.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loader } from '../../ui/loader.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { useNoIndexing } from './use-no-indexing.ts'

/** `/invitation/{token}` — an invitation to look after an artist: who it is for, and joining with one's account. */
export function InvitationScreen() {
  const { t } = useTranslation('artists')
  const { token = '' } = useParams()
  useNoIndexing()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await api('POST /artist-invitation', { body: { token }, signal })).data,
    retry: (tries, fault) => !isOver(fault) && tries < 3,
    // Once it has been accepted it is over, which is not news to whoever accepted it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-10 sm:px-8 sm:py-16">
      <ScreenTitle>{t('invitation.title')}</ScreenTitle>
      {data && <Invitation invitation={data} token={token} />}
      {!data && !error && <Loader />}
      {isOver(error) && (
        <div className="flex flex-col items-start gap-6">
          <p>{error.code === 'malformed' ? t('invitation.broken') : error.message}</p>
          <ButtonLink to={paths.login} look="secondary">
            {t('invitation.go')}
          </ButtonLink>
        </div>
      )}
      {error && !isOver(error) && (
        <Failure message={t('invitation.failed')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </div>
  )
}

function isOver(fault: unknown): fault is ApiError {
  return fault instanceof ApiError && fault.isFinal
}

function Invitation({ invitation, token }: { invitation: InvitationWire; token: string }) {
  const { t } = useTranslation('artists')
  const { state } = useSession()
  const { artist, email } = invitation
  return (
    <div className="flex flex-col items-start gap-5">
      <p className="name break-words text-2xl">{t('invitation.lead', { artist })}</p>
      <p>{t('invitation.what')}</p>
      <p className="text-muted">{t('invitation.sentTo', { email })}</p>
      {isIn(state) && <Joining state={state} email={email} token={token} />}
      {!isIn(state) && (isWaiting(state) ? <Loader /> : <WaysIn token={token} />)}
    </div>
  )
}

type SignedIn = Extract<SessionState, { phase: 'signed-in' }>

function isIn(state: SessionState): state is SignedIn {
  return state.phase === 'signed-in'
}

/** Nobody knows yet whether somebody is in. */
function isWaiting({ phase }: SessionState): boolean {
  return phase === 'starting' || phase === 'loading-profile'
}

/** For strangers: they come back here once they are in. */
function WaysIn({ token }: { token: string }) {
  const { t } = useTranslation('artists')
  const comeBack = () => rememberReturn(paths.invitation(token), Date.now())
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={paths.login} onClick={comeBack}>
        {t('invitation.signIn')}
      </ButtonLink>
      <ButtonLink to={paths.register} look="secondary" onClick={comeBack}>
        {t('invitation.register')}
      </ButtonLink>
    </div>
  )
}

type JoiningProps = {
  state: SignedIn
  /** Masked. */
  email: string
  token: string
}

function Joining({ state, email, token }: JoiningProps) {
  const { t } = useTranslation('artists')
  const { signOut } = useSession()
  const isComplete = state.profile.is_complete_profile
  const accept = useMutation({
    mutationFn: async () => (await api('POST /artist-invitation/accept', { body: { token } })).data,
  })
  // A visitor who was to return here has arrived, unless they go on to their profile first.
  useEffect(() => {
    if (isComplete) forgetReturn()
  }, [isComplete])

  const comeBack = () => rememberReturn(paths.invitation(token), Date.now())
  const refused = accept.error instanceof ApiError && accept.error.code === 'invitation_of_another'
  const isOther = refused || maskedEmail(state.user.email) !== email
  if (accept.data) {
    return (
      <div role="status" className="flex flex-col items-start gap-5">
        <p className="font-medium text-lg text-live">
          {t('invitation.done', { artist: accept.data.artist })}
        </p>
        <ButtonLink to={paths.studio}>{t('invitation.studio')}</ButtonLink>
      </div>
    )
  }
  return (
    <>
      <p className="break-words">{t('invitation.as', { email: state.user.email })}</p>
      {!isOther && !isComplete && <p className="text-muted">{t('invitation.incomplete')}</p>}
      {isOther && <p>{t('invitation.other')}</p>}
      {accept.error && !isOther && (
        <Notice tone="loss">{accept.error.message || t('invitation.failed')}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {!isOther && isComplete && (
          <Button busy={accept.isPending} onClick={() => accept.mutate()}>
            {t('invitation.accept')}
          </Button>
        )}
        {!isOther && !isComplete && (
          <ButtonLink to={paths.completeProfile} onClick={comeBack}>
            {t('invitation.complete')}
          </ButtonLink>
        )}
        <Button
          look={isOther ? 'primary' : 'quiet'}
          onClick={() => {
            comeBack()
            void signOut()
          }}
        >
          {t('invitation.change')}
        </Button>
      </div>
    </>
  )
}
