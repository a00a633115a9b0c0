import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { INVITATION_DAYS } from '#domain/artist.ts'
import type { AdminInvitationWire, ArtistFactsWire } from '#server/product/artists/wire.ts'
import { Part } from '../../../back-office/detail.tsx'
import { useMay } from '../../../back-office/office.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { formatInSaoPaulo } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { InviteDialog } from './invite-dialog.tsx'

/** The account that looks after the artist, or the invitations to become it. */
export function ArtistAccount({ artist }: { artist: ArtistFactsWire }) {
  const { t } = useTranslation('artists-back-office')
  const [isInviting, invite] = useState(false)
  const { account, invitations, slug } = artist
  return (
    <Part
      title={t('account.title')}
      action={
        !account && (
          <Button look="secondary" aria-haspopup="dialog" onClick={() => invite(true)}>
            {t('account.invite')}
          </Button>
        )
      }
    >
      <p className="mb-4 max-w-[60ch] text-muted text-sm">{t('account.text', { days: INVITATION_DAYS })}</p>
      <p className="mb-4 text-sm">
        {t('account.page')}:{' '}
        {slug ? (
          <Link to={paths.artistPage(slug)} className="link figures">
            {paths.artistPage(slug)}
          </Link>
        ) : (
          t('account.noPage')
        )}
      </p>
      {account ? (
        <Joined account={account} uid={artist.uid} />
      ) : (
        <p className="text-muted text-sm">{t('account.none')}</p>
      )}
      {invitations.length > 0 && (
        <ul
          aria-label={t('account.invitations')}
          className="mt-4 divide-y divide-line border-line border-y text-sm"
        >
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.uid} invitation={invitation} artist={artist.uid} />
          ))}
        </ul>
      )}
      {isInviting && <InviteDialog artist={artist} onClose={() => invite(false)} />}
    </Part>
  )
}

type JoinedProps = { account: NonNullable<ArtistFactsWire['account']>; uid: string }

function Joined({ account, uid }: JoinedProps) {
  const { t } = useTranslation('artists-back-office')
  const [isEnding, end] = useState(false)
  const mayEnd = useMay()('POST /admin/artists/{uid}/account/end')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <PersonLink user={account} />
        <p className="text-muted text-xs">
          {t('account.since', { when: formatInSaoPaulo(account.joinedAt, currentLanguage()) })}
        </p>
        {!account.isActive && <p className="text-loss text-sm">{t('account.inactive')}</p>}
        {!mayEnd && <p className="text-muted text-sm">{t('account.endByOwners')}</p>}
      </div>
      {mayEnd && (
        <Button look="danger" aria-haspopup="dialog" onClick={() => end(true)}>
          {t('account.end')}
        </Button>
      )}
      {isEnding && (
        <ReasonDialog
          call="POST /admin/artists/{uid}/account/end"
          title={t('account.endTitle')}
          request={(body) => ({ params: { uid }, body })}
          reason={{
            label: t('account.reason'),
            hint: t('account.endText'),
            tooLong: t('account.tooLong'),
          }}
          submit={t('account.end')}
          done={() => t('account.ended')}
          failed={t('failed')}
          onClose={() => end(false)}
        />
      )}
    </div>
  )
}

function InvitationRow({ invitation, artist }: { invitation: AdminInvitationWire; artist: string }) {
  const { t } = useTranslation('artists-back-office')
  const { uid, state, createdBy, createdAt, expiresAt } = invitation
  const email = invitation.email ?? t('account.erased')
  const revoke = useAdminAction('POST /admin/artists/{uid}/invitations/{invitation}/revoke', {
    done: () => t('account.revoked'),
    failed: t('failed'),
  })
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <span className={`block font-medium ${state === 'open' ? '' : 'text-muted'}`}>
          {t(`account.states.${state}`, { when: formatInSaoPaulo(expiresAt, currentLanguage()) })}
        </span>
        <span className="block break-words text-muted text-xs">
          {t('account.by', { email, who: createdBy, when: formatInSaoPaulo(createdAt, currentLanguage()) })}
        </span>
      </span>
      {state === 'open' && (
        <RowButton
          look="quiet"
          busy={revoke.isPending}
          label={t('account.revokeOf', { email })}
          onClick={() => revoke.mutate({ params: { uid: artist, invitation: uid } })}
        >
          {t('account.revoke')}
        </RowButton>
      )}
    </li>
  )
}
