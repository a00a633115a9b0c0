import { useQuery } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import { movementKey } from '#domain/statement.ts'
import type { ReceiptWire } from '#server/product/wallet/contract.ts'
import { ApiError } from '../../lib/api.ts'
import { useBalanceShown } from '../../lib/balance.ts'
import { config } from '../../lib/config.ts'
import { transactionPage } from '../../lib/explorer.ts'
import { formatInSaoPaulo } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { share } from '../../lib/share.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { BalanceEye } from '../../ui/balance-eye.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { receiptQuery } from './api.ts'
import { amountLook, signedAmount } from './movement-view.ts'

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
        {receipt.isSuccess && (
          <>
            <SendReceipt receipt={receipt.data} />
            <Button look="secondary" onClick={() => print()}>
              {t('receipt.print')}
            </Button>
          </>
        )}
        <ButtonLink look="quiet" to={paths.statement}>
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
  const { project, withdrawal, amount, paid, undoneAt, tip, words, reason } = receipt
  const onTop = paid ? paid.fee + paid.tip : 0
  return (
    <article className="rounded-sheet border border-line bg-raised px-5 pt-6 pb-5 sm:px-8 print:border-0 print:p-0">
      <Logo />
      <p className="mt-6 text-muted">{t(movementKey(receipt))}</p>
      <p className="mt-1 flex items-center gap-2">
        <span
          className={`figures font-medium text-[clamp(2rem,1.5rem+3vw,3rem)] leading-tight tracking-tighter ${amountLook(receipt)}`}
        >
          <OwnAmount text={signedAmount(receipt)} />
        </span>
        <span className="print:hidden">
          <BalanceEye />
        </span>
      </p>
      {project && <p className="name mt-1 text-2xl">{project}</p>}
      <div className="h-6" />
      <Rows>
        <Row
          label={t('receipt.when')}
          value={t('receipt.zone', { moment: formatInSaoPaulo(receipt.at, currentLanguage()) })}
        />
        <Row label={t('receipt.holder')} value={profile.full_name ?? profile.email} />
        {withdrawal && (
          <Row label={t('receipt.key')} value={formatPixKey(withdrawal.pixKeyType, withdrawal.pixKey)} />
        )}
        {withdrawal?.paidAt && (
          <Row
            label={t('receipt.paidAt')}
            value={t('receipt.zone', { moment: formatInSaoPaulo(withdrawal.paidAt, currentLanguage()) })}
          />
        )}
        {withdrawal?.endToEndId && (
          <Row label={t('receipt.endToEndId')} value={withdrawal.endToEndId} small />
        )}
        {tip !== null && (
          <>
            <Row label={t('receipt.price')} value={<OwnAmount text={formatBRL(amount - tip)} />} />
            <Row label={t('receipt.tip')} value={<OwnAmount text={formatBRL(tip)} />} />
          </>
        )}
        <Row
          label={t('receipt.amount')}
          value={<OwnAmount text={formatBRL(amount)} />}
          strong={onTop === 0}
        />
        {reason && <Row label={t('receipt.reason')} value={reason} />}
        {words !== null && <Row label={t('receipt.words')} value={words} />}
        {paid && <Paid paid={paid} amount={amount} />}
        {undoneAt && (
          <Row
            label={t('receipt.undone')}
            value={t('receipt.zone', { moment: formatInSaoPaulo(undoneAt, currentLanguage()) })}
          />
        )}
        <Reference reference={receipt.reference} />
      </Rows>
      <Elsewhere receipt={receipt} />
      <p className="mt-4 text-muted text-sm">{t('receipt.house')}</p>
    </article>
  )
}

/** How it was paid, and what came on top of the amount. */
function Paid({ paid, amount }: { paid: NonNullable<ReceiptWire['paid']>; amount: number }) {
  const { t } = useTranslation('wallet')
  const { method, fee, tip } = paid
  return (
    <>
      {tip > 0 && <Row label={t('kind.tip')} value={<OwnAmount text={formatBRL(tip)} />} />}
      {fee > 0 && <Row label={t('receipt.fee')} value={<OwnAmount text={formatBRL(fee)} />} />}
      {fee + tip > 0 && (
        <Row label={t('receipt.total')} value={<OwnAmount text={formatBRL(amount + fee + tip)} />} strong />
      )}
      <Row label={t('receipt.method')} value={t(`receipt.methods.${method}`)} />
    </>
  )
}

/** Masked on the screen like any other; on paper a receipt says what it is for. */
function OwnAmount({ text }: { text: string }) {
  const [shown] = useBalanceShown()
  if (shown) return text
  return (
    <>
      <span className="print:hidden">
        <MaskedAmount text={text} />
      </span>
      <span className="hidden print:inline">{text}</span>
    </>
  )
}

const LINK = 'link mt-4 flex min-h-11 w-fit items-center gap-1.5 print:flex-col print:items-start'

/** Where others have it on record: the tax office, and the chain. */
function Elsewhere({ receipt: { invoice, txHash } }: { receipt: ReceiptWire }) {
  const { t } = useTranslation('wallet')
  return (
    <>
      {invoice && (
        <a href={invoice.link} target="_blank" rel="noreferrer" className={LINK}>
          {t(invoice.isCancelled ? 'receipt.invoiceCancelled' : 'receipt.invoice', {
            number: invoice.number,
          })}
          <Icon name="external" className="size-4 print:hidden" />
          <span className="figures hidden break-all text-xs print:inline">{invoice.link}</span>
        </a>
      )}
      {txHash && (
        <a href={transactionPage(txHash)} target="_blank" rel="noreferrer" className={LINK}>
          {t('receipt.chainLink')}
          <Icon name="external" className="size-4 print:hidden" />
          <span className="figures hidden break-all text-xs print:inline">{txHash}</span>
        </a>
      )}
    </>
  )
}

/** Hands the receipt, as a sentence, to another application: its page is for its owner only. */
function SendReceipt({ receipt }: { receipt: ReceiptWire }) {
  const { t } = useTranslation(['wallet', 'common'])

  async function press() {
    const what = [t(movementKey(receipt)), receipt.project].filter(Boolean).join(' · ')
    const text = t('receipt.shareText', {
      what,
      amount: signedAmount(receipt),
      moment: t('receipt.zone', { moment: formatInSaoPaulo(receipt.at, currentLanguage()) }),
      product: config().productName,
    })
    const outcome = await share(navigator, { title: t('receipt.title').slice(1), text })
    if (outcome === 'copied') toast.success(t('common:share.copiedText'))
    if (outcome === 'unsupported') toast.error(t('common:share.unsupported'))
  }

  // Where the browser hands nothing to others, all there is to do is copy.
  const words = 'share' in navigator ? t('receipt.share') : t('receipt.copy')
  return <Button onClick={() => void press()}>{words}</Button>
}
