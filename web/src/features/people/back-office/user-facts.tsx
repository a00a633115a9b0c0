import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCpf } from '#domain/cpf.ts'
import { formatBRL } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import type { UserDetailWire } from '#server/product/people/contract.ts'
import { Fact, Facts } from '../../../back-office/detail.tsx'
import { ExplorerLink } from '../../../back-office/explorer-link.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { Person } from '../../../back-office/person.tsx'
import { addressPage } from '../../../lib/explorer.ts'
import { unbroken } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ActivityDialog } from './activity-dialog.tsx'

/** The person's details and wallet; their account can be deactivated and reactivated. */
export function UserFacts({ user }: { user: UserDetailWire }) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const [isOpen, open] = useState(false)
  const { fullName, nickname, email, photoUrl, isActive, isErased, available, held } = user
  const state = isErased ? 'erased' : isActive ? 'active' : 'inactive'
  const money = (centavos: number) => <span className="figures">{unbroken(formatBRL(centavos))}</span>
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <Person name={fullName} nickname={nickname} email={email} photoUrl={photoUrl} />
        {!isErased && (
          <Button look={isActive ? 'danger' : 'secondary'} aria-haspopup="dialog" onClick={() => open(true)}>
            {t(isActive ? 'user.deactivate' : 'user.reactivate')}
          </Button>
        )}
      </div>
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
            <span className={state === 'active' ? '' : 'text-loss'}>{t(`user.${state}`)}</span>
          </Fact>
          <Fact label={t('user.role')}>
            {t(`user.roles.${user.role}`)}
            <span className="block max-w-[34ch] text-muted text-xs">{t('user.roleHint')}</span>
          </Fact>
          <Fact label={t('user.complete')}>{t(user.isComplete ? 'back-office:yes' : 'back-office:no')}</Fact>
          <Fact label={t('user.lastSignIn')}>
            {user.lastSignInAt ? <Moment at={user.lastSignInAt} /> : t('user.never')}
          </Fact>
        </Facts>
        <Facts>
          <Fact label={t('user.email')}>{email}</Fact>
          <Fact label={t('user.phone')}>
            {user.tel && <span className="figures">{formatPhone(user.tel)}</span>}
          </Fact>
          <Fact label={t('user.document')}>
            {user.document && <span className="figures">{formatCpf(user.document)}</span>}
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
      {isOpen && <ActivityDialog user={user} onClose={() => open(false)} />}
    </>
  )
}
