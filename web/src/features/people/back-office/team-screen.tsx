import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TeamWire } from '#server/product/people/team-contract.ts'
import { Part } from '../../../back-office/detail.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { config } from '../../../lib/config.ts'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { RoleChanges } from './role-changes.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { Team, useRoleRule } from './team.tsx'

/** `/admin/team` — who works in the back office, and the changes of roles that wait for a second owner. */
export function TeamScreen() {
  const { t } = useTranslation('people-back-office')
  return (
    <div className="max-w-4xl">
      <ScreenTitle lead={t('team.lead')}>{t('team.title')}</ScreenTitle>
      <Team>
        {({ people, changes }) => (
          <>
            <RoleChanges changes={changes} />
            <People people={people} />
          </>
        )}
      </Team>
    </div>
  )
}

type Member = TeamWire['people'][number]

function People({ people }: { people: readonly Member[] }) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const [chosen, choose] = useState<Member | null>(null)
  const rule = useRoleRule()
  return (
    <Part title={t('team.people')}>
      <ul className="divide-y divide-line border-line border-y text-sm">
        {people.map((member) => {
          const { person, role, isActive, hasSecondFactor } = member
          return (
            <li
              key={person.uid}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto]"
            >
              <span className="col-span-2 sm:col-span-1">
                <PersonLink user={person} />
              </span>
              <span>
                <span className="block font-medium">{t(`back-office:roles.${role}`)}</span>
                {!isActive && <span className="block text-loss text-xs">{t('team.inactive')}</span>}
                {isActive && !hasSecondFactor && config().adminSecondFactor && (
                  <span className="block text-muted text-xs">{t('team.noFactor')}</span>
                )}
              </span>
              <RowButton
                aria-haspopup="dialog"
                label={t('team.changeOf', { name: nameOf(person) })}
                onClick={() => choose(member)}
              >
                {t('team.change')}
              </RowButton>
            </li>
          )
        })}
      </ul>
      <p className="mt-4 text-muted text-sm">
        {rule && t(`team.rule.${rule}`)} {t('team.appoint')}
      </p>
      {chosen && (
        <RoleDialog
          person={{ uid: chosen.person.uid, name: nameOf(chosen.person), role: chosen.role }}
          onClose={() => choose(null)}
        />
      )}
    </Part>
  )
}

const nameOf = ({ fullName, nickname, email }: Member['person']) => fullName ?? nickname ?? email
