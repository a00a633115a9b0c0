import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#domain/wire/api.ts'
import { keys } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { buyWithBalance } from './api.ts'
import { type Attempt, attemptFor, isUndecided } from './attempt.ts'
import { usePaymentFailure } from './payment-failure.tsx'

/** Buys with money already in the wallet: no card, no fee. */
export function BalancePurchase({ project, onSent }: { project: ProjectWire; onSent(): void }) {
  const { t } = useTranslation('payment')
  const cache = useQueryClient()
  const failure = usePaymentFailure()
  const open = useRef<Attempt | null>(null)
  const { fiatPrice, uid } = project

  const purchase = useMutation({
    mutationFn: () => {
      const body = { typeBuy: 'mint', UID: uid } as const
      open.current = attemptFor(open.current, body, () => crypto.randomUUID())
      return buyWithBalance(body, open.current.key)
    },
    onSuccess: () => {
      open.current = null
      void cache.invalidateQueries({ queryKey: keys.balance })
      toast.success(t('buy.success.text'), { duration: 4000 })
      onSent()
    },
    onError: (error) => {
      if (!isUndecided(error)) open.current = null
      failure.tell(error)
    },
  })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!purchase.isPending) purchase.mutate()
      }}
      className="flex flex-col gap-6"
    >
      <Rows>
        <Row label={t('buy.price')} value={formatBRL(fiatPrice)} />
        <Row label={t('buy.total')} value={formatBRL(fiatPrice)} strong />
      </Rows>
      <Button type="submit" busy={purchase.isPending}>
        {t('buy.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
