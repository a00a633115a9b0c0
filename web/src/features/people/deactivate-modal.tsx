import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { Trans, useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { balanceQuery } from '../../lib/balance.ts'
import { serverNow } from '../../lib/clock.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { tokenState } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { BalanceEye } from '../../ui/balance-eye.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Says what is left in the account, and asks once more: fans cannot reactivate their own account. */
export function DeactivateModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('people')
  return (
    <Modal open={open} onClose={onClose} title={t('deactivate.title')}>
      <Question onClose={onClose} />
    </Modal>
  )
}

/** Hidden money is hidden here too, and can be seen before it is given up. */
function Money({ of, centavos }: { of: 'balance' | 'held'; centavos: number }) {
  const { t } = useTranslation('people')
  return (
    <Notice>
      <div className="flex items-start gap-2">
        <p>
          <Trans
            t={t}
            i18nKey={`deactivate.${of}`}
            components={{ amount: <MaskedAmount text={unbroken(formatBRL(centavos))} /> }}
          />
        </p>
        {of === 'balance' && <BalanceEye />}
      </div>
    </Notice>
  )
}

function Question({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['people', 'common'])
  const { changeProfile, leave } = useSignedIn()
  const [busy, setBusy] = useState(false)
  // The balance that is about to be given up is fetched now, not when the page was opened.
  const wallet = useQuery({ ...balanceQuery, refetchOnMount: 'always' })
  const tokens = useInfiniteQuery(tokensQuery)
  const { balance = 0, totalBided = 0 } = wallet.data ?? {}
  const hasMoney = balance + totalBided > 0
  const now = serverNow()
  const live = (tokens.data?.pages ?? [])
    .flatMap((page) => page.data)
    .filter((token) => ['hidden', 'locked', 'open'].includes(tokenState(token, now))).length

  async function deactivate() {
    setBusy(true)
    try {
      await changeProfile({ is_active: false })
    } catch {
      toast.error(t('deactivate.failed'))
      setBusy(false)
      return
    }
    toast.success(t('deactivate.success'))
    // The server has ended every session of the account.
    leave()
  }

  return (
    <>
      <p>{t('deactivate.text')}</p>
      <div className="mt-4 flex flex-col gap-3 empty:hidden">
        {balance > 0 && <Money of="balance" centavos={balance} />}
        {totalBided > 0 && <Money of="held" centavos={totalBided} />}
        {live > 0 && <Notice>{t('deactivate.live', { count: live })}</Notice>}
        {wallet.isError && <Notice tone="loss">{t('deactivate.unknown')}</Notice>}
      </div>
      <ModalActions>
        {balance > 0 && <ButtonLink to={paths.redeemBalance}>{t('deactivate.withdraw')}</ButtonLink>}
        <Button look="danger" busy={busy || !wallet.isFetchedAfterMount} onClick={() => void deactivate()}>
          {hasMoney || live > 0 ? t('deactivate.anyway') : t('deactivate.confirm')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </>
  )
}
