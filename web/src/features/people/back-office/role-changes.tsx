import { useTranslation } from 'react-i18next'
import type { RoleChangeWire } from '#server/product/people/team-contract.ts'
import { Part } from '../../../back-office/detail.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { useRoleRule } from './team.tsx'

/** Changes of roles that another owner has to confirm. */
export function RoleChanges({ changes }: { changes: readonly RoleChangeWire[] }) {
  const { t } = useTranslation('people-back-office')
  if (changes.length === 0) return null
  return (
    <Part title={t('team.waiting')}>
      <ul className="divide-y divide-line rounded-cover border border-edge bg-raised text-sm">
        {changes.map((change) => (
          <Change key={change.uid} change={change} />
        ))}
      </ul>
    </Part>
  )
}

function Change({ change }: { change: RoleChangeWire }) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const { profile } = useSignedIn()
  const { uid, person, before, role, reason, requestedBy, createdAt, hasLapsed } = change
  const failed = t('back-office:failed')
  const confirm = useAdminAction('POST /admin/role-changes/{uid}/confirm', {
    done: () => t('team.confirmed'),
    failed,
  })
  const reject = useAdminAction('POST /admin/role-changes/{uid}/reject', {
    done: () => t('team.rejected'),
    failed,
  })
  const rule = useRoleRule()
  const isOwn = requestedBy.uid === profile.uid
  const state = hasLapsed ? 'lapsed' : isOwn ? (rule === 'alone' ? 'ownAlone' : 'own') : null
  const nameOf = ({ fullName, nickname, email }: typeof person) => fullName ?? nickname ?? email
  const name = nameOf(person)
  const roles = { before: t(`back-office:roles.${before}`), role: t(`back-office:roles.${role}`) }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-72">
        <PersonLink user={person} />
        <p className="mt-1 font-medium">{t('team.from', roles)}</p>
        <p className="[overflow-wrap:anywhere]">{reason}</p>
        <p className="mt-1 text-muted text-xs">
          {t('team.askedBy', { name: nameOf(requestedBy) })} · <Moment at={createdAt} />
        </p>
        {state && <p className="mt-1 text-muted text-xs">{t(`team.${state}`)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {state === null && (
          <RowButton
            look="primary"
            label={t('team.confirmOf', { name })}
            busy={confirm.isPending}
            onClick={() => confirm.mutate({ params: { uid } })}
          >
            {t('team.confirm')}
          </RowButton>
        )}
        <RowButton
          look="quiet"
          label={t(isOwn ? 'team.takeBackOf' : 'team.rejectOf', { name })}
          busy={reject.isPending}
          onClick={() => reject.mutate({ params: { uid } })}
        >
          {t(isOwn ? 'team.takeBack' : 'team.reject')}
        </RowButton>
      </div>
    </li>
  )
}
