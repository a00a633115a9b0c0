import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import type { ReceiptWire } from '#server/product/wallet/contract.ts'
import { ApiError } from '../../lib/api.ts'
import { transactionPage } from '../../lib/explorer.ts'
import { formatInSaoPaulo } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { receiptQuery } from './api.ts'
import { movementKey } from './movement-view.ts'

/** `/statement/{transfer id}` — one movement, to keep or print. */
export function ReceiptScreen() {
  const { t } = useTranslation('wallet')
  const { id = '' } = useParams()
  const receipt = useQuery(receiptQuery(id))

  function content() {
    if (receipt.isPending) return <Skeleton className="h-96" />
    if (receipt.isError) {
      const isMissing = receipt.error instanceof ApiError && receipt.error.status === 404
      if (isMissing) return <p>{t('receipt.missing')}</p>
      return (
        <Failure message={t('failed')} onRetry={() => void receipt.refetch()} retrying={receipt.isFetching} />
      )
    }
    return <Receipt receipt={receipt.data} />
  }

  return (
    <div className="max-w-xl">
      <ScreenTitle>{t('receipt.title')}</ScreenTitle>
      {content()}
      <div className="mt-8 flex flex-col gap-2 sm:flex-row print:hidden">
        {receipt.isSuccess && <Button onClick={() => print()}>{t('receipt.print')}</Button>}
        <ButtonLink look="secondary" to={paths.statement}>
          {t('receipt.back')}
        </ButtonLink>
      </div>
    </div>
  )
}

/**
 * A bid has a number; a payment, a $TUNE and a withdrawal have a uid. Anything else is identified by the other
 * rows.
 */
function Reference({ reference }: { reference: string }) {
  const { t } = useTranslation('wallet')
  if (/^\d+$/.test(reference)) {
    return <Row label={t('receipt.reference')} value={t('receipt.bid', { number: reference })} small />
  }
  return reference.includes(':') ? null : <Row label={t('receipt.reference')} value={reference} small />
}

function Receipt({ receipt }: { receipt: ReceiptWire }) {
  const { t } = useTranslation('wallet')
  const { profile } = useSignedIn()
  const { project, withdrawal, amount, fee, txHash } = receipt
  return (
    <article>
      <Rows>
        <Row label={t('receipt.what')} value={t(movementKey(receipt))} />
        {project && <Row label={t('receipt.project')} value={project} />}
        <Row label={t('receipt.when')} value={t('receipt.zone', { moment: formatInSaoPaulo(receipt.at) })} />
        <Row label={t('receipt.holder')} value={profile.full_name ?? profile.email} />
        {withdrawal && (
          <Row label={t('receipt.key')} value={formatPixKey(withdrawal.pixKeyType, withdrawal.pixKey)} />
        )}
        {withdrawal?.paidAt && (
          <Row
            label={t('receipt.paidAt')}
            value={t('receipt.zone', { moment: formatInSaoPaulo(withdrawal.paidAt) })}
          />
        )}
        {withdrawal?.endToEndId && (
          <Row label={t('receipt.endToEndId')} value={withdrawal.endToEndId} small />
        )}
        <Row label={t('receipt.amount')} value={formatBRL(amount)} strong={fee === null} />
        {fee !== null && (
          <>
            <Row label={t('receipt.fee')} value={formatBRL(fee)} />
            <Row label={t('receipt.total')} value={formatBRL(amount + fee)} strong />
          </>
        )}
        <Reference reference={receipt.reference} />
      </Rows>
      {txHash && (
        <a
          href={transactionPage(txHash)}
          target="_blank"
          rel="noreferrer"
          className="link mt-4 inline-flex min-h-11 items-center gap-1.5 print:flex-col print:items-start"
        >
          {t('receipt.chainLink')}
          <Icon name="external" className="size-4 print:hidden" />
          <span className="figures hidden break-all text-xs print:inline">{txHash}</span>
        </a>
      )}
      <p className="mt-4 text-muted text-sm">{t('receipt.house')}</p>
    </article>
  )
}
