import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import type { SUPPORT_SUBJECTS } from '#domain/request.ts'
import type { WithdrawalStatus } from '#domain/withdrawal.ts'
import type { WithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { useBalanceShown } from '../../lib/balance.ts'
import { keepDraft, supportDraft } from '../../lib/draft.ts'
import { formatMoment, unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { keys } from '../../lib/query.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import { cancelWithdrawal, withdrawalsQuery } from './api.ts'

/** With these the money never left, or came back. */
const BACK: ReadonlySet<WithdrawalStatus> = new Set(['rejected', 'failed', 'cancelled'])

/** The withdrawals so far and their outcomes. */
export function WithdrawalList() {
  const { t } = useTranslation('withdrawals')
  const requests = useInfiniteQuery(withdrawalsQuery)
  const { hash, key } = useLocation()
  const place = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const isLedHere = hash === '#withdrawals' && !requests.isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that a notice leads here.
  useEffect(() => {
    if (!isLedHere) return
    title.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView()
  }, [isLedHere, key])

  function content() {
    if (requests.isPending) return <Skeleton className="h-40" />
    if (requests.isError) {
      return (
        <Failure
          message={t('list.failed')}
          onRetry={() => void requests.refetch()}
          retrying={requests.isFetching}
        />
      )
    }
    const all = requests.data.pages.flatMap((page) => page.data)
    if (all.length === 0) return <p className="text-muted">{t('list.empty')}</p>
    return (
      <ul className="divide-y divide-line border-line border-y">
        {all.map((request) => (
          <Request key={request.uid} request={request} />
        ))}
      </ul>
    )
  }

  return (
    <section ref={place} aria-labelledby="withdrawals-title" className="scroll-mt-24">
      <h2 id="withdrawals-title" ref={title} tabIndex={-1} className="section-title mb-4 focus:outline-none">
        {t('list.title')}
      </h2>
      {content()}
      {requests.hasNextPage && (
        <Button
          look="secondary"
          className="mt-6"
          busy={requests.isFetchingNextPage}
          onClick={() => void requests.fetchNextPage()}
        >
          {t('list.more')}
        </Button>
      )}
    </section>
  )
}

function Request({ request }: { request: WithdrawalWire }) {
  const { t } = useTranslation(['withdrawals', 'layout', 'pix-key'])
  const cache = useQueryClient()
  const amount = unbroken(formatBRL(request.amount))
  const [shown] = useBalanceShown()
  const place = useFocusInPlace<HTMLLIElement>(request.status === 'requested')
  const cancel = useMutation({
    mutationFn: () => cancelWithdrawal(request.uid),
    onSuccess: () => toast.success(t('list.cancelled', { amount }), { id: request.uid }),
    onError: (error) => toast.error(t('failed', { message: error.message })),
    // Also after a refusal: the list then shows what has been decided meanwhile.
    onSettled: () => {
      for (const queryKey of [keys.withdrawals, keys.balance, keys.statement]) {
        void cache.invalidateQueries({ queryKey })
      }
    },
  })
  return (
    <li
      ref={place}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] tight:flex tight:flex-col tight:items-stretch items-baseline gap-x-4 gap-y-1 py-4"
    >
      <p className="figures text-lg">
        <MaskedAmount text={amount} />
      </p>
      <p className={request.status === 'paid' ? 'font-medium' : 'text-muted'}>
        {t(`status.${request.status}`)}
      </p>
      <p className="col-span-2 break-words text-muted text-sm">
        {t(`pix-key:types.${request.pixKeyType}`)}
        {' · '}
        <span className="figures">{formatPixKey(request.pixKeyType, request.pixKey)}</span>
      </p>
      <p className="figures col-span-2 text-muted text-sm">
        {formatMoment(request.createdAt, currentLanguage())}
      </p>
      {request.status === 'paid' && request.endedAt && (
        <p className="figures col-span-2 text-muted text-sm">
          {t('list.paidAt', { moment: formatMoment(request.endedAt, currentLanguage()) })}
        </p>
      )}
      {request.endToEndId && (
        <p className="col-span-2 wrap-anywhere text-muted text-sm">
          {t('list.endToEndId', { id: request.endToEndId })}
        </p>
      )}
      {request.status === 'rejected' && <Rejected request={request} />}
      {BACK.has(request.status) && <p className="col-span-2 text-sm">{t('list.back')}</p>}
      {request.status === 'requested' && <p className="col-span-2 text-sm">{t('list.checking')}</p>}
      {request.status === 'requested' && (
        <Button
          look="secondary"
          className="col-span-2 mt-2 justify-self-start"
          aria-label={t('list.cancelLabel', { amount: shown ? amount : t('layout:balance.masked') })}
          busy={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {t('list.cancel')}
        </Button>
      )}
    </li>
  )
}

/** Why not, and whom to ask: the form of support already says what about. */
function Rejected({ request: { amount, reason, createdAt } }: { request: WithdrawalWire }) {
  const { t } = useTranslation('withdrawals')
  const { profile } = useSignedIn()
  const ask = () =>
    keepDraft(supportDraft(profile.uid), {
      subject: 'Saques' satisfies (typeof SUPPORT_SUBJECTS)[number],
      message: t('list.asked', {
        amount: formatBRL(amount),
        when: formatMoment(createdAt, currentLanguage()),
      }),
    })
  return (
    <>
      {reason && <p className="col-span-2 text-sm">{t('list.reason', { reason })}</p>}
      <Link
        to={paths.support}
        onClick={ask}
        className="link col-span-2 inline-flex min-h-11 items-center text-sm"
      >
        {t('list.ask')}
      </Link>
    </>
  )
}
