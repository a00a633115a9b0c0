import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { balanceQuery, setAsideQuery } from '../../lib/balance.ts'
import { serverNow } from '../../lib/clock.ts'
import { config } from '../../lib/config.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { tokensLeft } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The two ways to close an account. */
type Leaving = 'deactivate' | 'erase'
type Left = ReturnType<typeof tokensLeft> & {
  balance: number
  held: number
  withdrawals: number
  gifts: number
  isKnown: boolean
  isFailed: boolean
}

/** What is left in the account, fetched now, not when the page was opened: money, wherever it is (centavos), and $TUNE. */
export function useLeft(): Left {
  const wallet = useQuery({ ...balanceQuery, refetchOnMount: 'always' })
  const aside = useQuery({ ...setAsideQuery, refetchOnMount: 'always' })
  const tokens = useInfiniteQuery(tokensQuery)
  const listed = (tokens.data?.pages ?? []).flatMap((page) => page.data)
  const { balance = 0, totalBided: held = 0 } = wallet.data ?? {}
  const { withdrawals = 0, gifts = 0 } = aside.data ?? {}
  return {
    ...tokensLeft(listed, serverNow()),
    balance,
    held,
    withdrawals,
    gifts,
    isKnown: wallet.isFetchedAfterMount && aside.isFetchedAfterMount,
    isFailed: wallet.isError || aside.isError,
  }
}

type LeftInAccountProps = { left: Left; leaving: Leaving; onClose(): void }

/** Says what becomes of it. */
export function LeftInAccount({ left, leaving, onClose }: LeftInAccountProps) {
  const { t } = useTranslation('people')
  const { balance, held, withdrawals, gifts, live, undoable, undoableAmount, isFailed } = left
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {balance > 0 && <Money of="balance" leaving={leaving} centavos={balance} />}
      {held > 0 && <Money of="held" leaving={leaving} centavos={held} />}
      {withdrawals > 0 && <Money of="withdrawals" leaving={leaving} centavos={withdrawals} />}
      {gifts > 0 && <Money of="gifts" leaving={leaving} centavos={gifts} />}
      {leaving === 'deactivate' && balance + held + gifts > 0 && (
        <p>{t('left.later', { support: config().supportEmail })}</p>
      )}
      {undoable > 0 && (
        <Notice>
          <p>{t('left.undoable', { count: undoable, amount: unbroken(formatBRL(undoableAmount)) })}</p>
          <Link to={paths.shelf} onClick={onClose} className="link inline-flex min-h-11 items-center">
            {t('left.undo')}
          </Link>
        </Notice>
      )}
      {live > 0 && <Notice>{t('left.live', { count: live })}</Notice>}
      {isFailed && <Notice tone="loss">{t('left.unknown')}</Notice>}
    </div>
  )
}

/** In sight for whoever hides their balances too: nobody should give up an amount that they do not see. */
function Money({
  of,
  leaving,
  centavos,
}: {
  of: 'balance' | 'held' | 'withdrawals' | 'gifts'
  leaving: Leaving
  centavos: number
}) {
  const { t } = useTranslation('people')
  const amount = <strong className="figures">{unbroken(formatBRL(centavos))}</strong>
  return (
    <Notice>
      <Trans t={t} i18nKey={`left.${of}.${leaving}`} components={{ amount }} />
    </Notice>
  )
}

/** The way to take the money along first, where there is some. */
export function WithdrawFirst({ left }: { left: Left }) {
  const { t } = useTranslation('people')
  return left.balance > 0 && <ButtonLink to={paths.redeemBalance}>{t('left.withdraw')}</ButtonLink>
}
