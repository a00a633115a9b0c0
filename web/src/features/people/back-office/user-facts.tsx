import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCpf } from '#domain/cpf.ts'
import { formatBRL } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import { OWNER } from '#domain/role.ts'
import type { UserDetailWire } from '#server/product/people/contract.ts'
import { Fact, Facts } from '../../../back-office/detail.tsx'
import { ExplorerLink } from '../../../back-office/explorer-link.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { ObstacleDialog } from '../../../back-office/obstacle-dialog.tsx'
import { May, useMayManage } from '../../../back-office/office.tsx'
import { Person } from '../../../back-office/person.tsx'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'
import { addressPage } from '../../../lib/explorer.ts'
import { unbroken } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RoleDialog } from './role-dialog.tsx'

/** The person's details and wallet; their account can be deactivated and reactivated. */
export function UserFacts({ user }: { user: UserDetailWire }) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const { fullName, nickname, email, photoUrl, isErased, available, held } = user
  const money = (centavos: number) => <span className="figures">{unbroken(formatBRL(centavos))}</span>
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <Person name={fullName} nickname={nickname} email={email} photoUrl={photoUrl} />
        {!isErased && <Actions user={user} />}
      </div>
      {user.mailsReturn && !isErased && (
        <div className="mb-6">
          <Notice tone="loss">{t('user.mailsReturn')}</Notice>
        </div>
      )}
      {available < 0 && (
        <div className="mb-6">
          <Notice tone="loss">{t('user.negative')}</Notice>
        </div>
      )}
      <div className="mb-10 grid grid-cols-1 gap-x-12 lg:grid-cols-2">
        <Facts>
          <Fact label={t('user.available')}>
            <span className={available < 0 ? 'text-loss' : ''}>{money(available)}</span>
          </Fact>
          <Fact label={t('user.held')}>{money(held)}</Fact>
          <Fact label={t('user.state')}>
            <State user={user} />
          </Fact>
          <Fact label={t('user.role')}>{t(`back-office:roles.${user.role}`)}</Fact>
          <Fact label={t('user.complete')}>{t(user.isComplete ? 'back-office:yes' : 'back-office:no')}</Fact>
          <Fact label={t('user.lastSignIn')}>
            {user.lastSignInAt ? <Moment at={user.lastSignInAt} /> : t('user.never')}
          </Fact>
        </Facts>
        <Facts>
          <Fact label={t('user.email')}>{email}</Fact>
          <Fact label={t('user.phone')}>
            {user.isPrivate
              ? t('user.private')
              : user.tel && <span className="figures">{formatPhone(user.tel)}</span>}
          </Fact>
          <Fact label={t('user.document')}>
            {user.isPrivate
              ? t('user.private')
              : user.document && (
                  <span className="figures">
                    {/^\d+$/.test(user.document) ? formatCpf(user.document) : user.document}
                  </span>
                )}
          </Fact>
          <Fact label={t('user.wallet')}>
            <ExplorerLink
              hash={user.wallet}
              href={addressPage(user.wallet ?? '')}
              label={t('user.walletOf', { email })}
            />
          </Fact>
          <Fact label={t('user.provider')}>{user.provider}</Fact>
          <Fact label={t('user.language')}>{t(`user.languages.${user.language}`)}</Fact>
          <Fact label={t('user.createdAt')}>
            <Moment at={user.createdAt} />
          </Fact>
        </Facts>
      </div>
    </>
  )
}

/** Whether the account is active; since when it is not, by whose hand, and why. */
function State({ user: { isErased, isActive, deactivation } }: { user: UserDetailWire }) {
  const { t } = useTranslation('people-back-office')
  if (isActive) return t('user.active')
  return (
    <>
      <span className="text-loss">{t(isErased ? 'user.erased' : 'user.inactive')}</span>
      {deactivation && (
        <span className="block break-words text-muted text-xs">
          <Moment at={deactivation.at} />
          {' · '}
          {deactivation.by
            ? t('user.deactivatedBy', { name: deactivation.by, reason: deactivation.reason })
            : t('user.deactivatedSelf')}
        </span>
      )}
    </>
  )
}

/** What the reader's role may do about the account. */
function Actions({ user }: { user: UserDetailWire }) {
  const { t } = useTranslation('people-back-office')
  const [open, show] = useState<'role' | 'activity' | null>(null)
  const { uid, fullName, nickname, email, role, isActive } = user
  const mayManage = useMayManage(user)
  const isOwner = isActive && role === OWNER
  // From a closed account a role can be taken; it is given none.
  const mayChangeRole = isActive || role !== 'user'
  const close = () => show(null)
  return (
    <div className="flex flex-wrap gap-2">
      {mayChangeRole && (
        <May call="POST /admin/users/{uid}/role">
          <Button look="secondary" aria-haspopup="dialog" onClick={() => show('role')}>
            {t('team.change')}
          </Button>
        </May>
      )}
      {mayManage && (
        <May call="POST /admin/users/{uid}/deactivate">
          <Button
            look={isActive ? 'danger' : 'secondary'}
            aria-haspopup="dialog"
            onClick={() => show('activity')}
          >
            {t(isActive ? 'user.deactivate' : 'user.reactivate')}
          </Button>
        </May>
      )}
      {open === 'role' && (
        <RoleDialog person={{ uid, name: fullName ?? nickname ?? email, role }} onClose={close} />
      )}
      {open === 'activity' && !isOwner && <ActivityDialog user={user} onClose={close} />}
      {open === 'activity' && isOwner && (
        <ObstacleDialog
          title={t('user.deactivateTitle')}
          why={t('user.ownerFirst')}
          instead={{ label: t('team.change'), onClick: () => show('role') }}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Deactivates or reactivates an account: says what follows, and asks for a reason, which is recorded. */
function ActivityDialog({ user, onClose }: { user: UserDetailWire; onClose(): void }) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const action = user.isActive ? 'deactivate' : 'reactivate'
  return (
    <ReasonDialog
      call={`POST /admin/users/{uid}/${action}`}
      request={(body) => ({ params: { uid: user.uid }, body })}
      title={t(`user.${action}Title`)}
      reason={{
        label: t('back-office:reason'),
        hint: t('user.reasonHint'),
        tooLong: t('back-office:tooLong'),
      }}
      submit={t(`user.${action}`)}
      look={user.isActive ? 'danger' : 'primary'}
      done={({ isActive }) => t(isActive ? 'user.reactivated' : 'user.deactivated')}
      failed={t('back-office:failed')}
      onClose={onClose}
    >
      <p className="text-muted text-sm">{t(`user.${action}Text`)}</p>
    </ReasonDialog>
  )
}
