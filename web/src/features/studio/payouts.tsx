import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import { WITHHELD_TAXES } from '#domain/withholding.ts'
import type { StudioWire } from '#server/product/studio/contract.ts'
import { api } from '../../lib/api.ts'
import { formatDateTime, unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { NOBODY, type Payee, PayeeFields } from '../../ui/payee-fields.tsx'
import { enteredPixKey } from '../../ui/pix-key-fields.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { useStudioAction } from './use-studio-action.ts'

/** Where payouts go, which there were, and entering another key: the server asks for a proof first, and our team confirms it. */
export function Payouts({ studio }: { studio: StudioWire }) {
  const { key, waitingKey, payouts } = studio
  const { t } = useTranslation('studio')
  const hasKey = key !== null || waitingKey !== null
  return (
    <div className="grid max-w-5xl grid-cols-1 items-start gap-10 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <p className="max-w-[60ch] text-muted">{t(textOf(studio))}</p>
        <section>
          <h2 className="section-title mb-3">{t('payouts.key')}</h2>
          {key ? <KeyRows of={key} /> : <p className="text-muted">{t('payouts.none')}</p>}
        </section>
        {waitingKey && (
          <section>
            <h2 className="section-title mb-3">
              {t('payouts.waiting', { when: formatDateTime(waitingKey.enteredAt, currentLanguage()) })}
            </h2>
            <KeyRows of={waitingKey} />
          </section>
        )}
        <section>
          <h2 className="section-title mb-3">{t('payouts.sent')}</h2>
          {payouts.length === 0 && <p className="text-muted">{t('payouts.nothingSent')}</p>}
          <ul className="divide-y divide-line">
            {payouts.map((payout) => (
              <Payout key={payout.uid} payout={payout} />
            ))}
          </ul>
        </section>
      </div>
      <KeyForm title={t(hasKey ? 'payouts.change' : 'payouts.first')} />
    </div>
  )
}

/** A new key is told apart from the one before it, where there is one. */
function textOf({ key, waitingKey }: StudioWire) {
  if (key) return 'payouts.text'
  return waitingKey ? 'payouts.textWaiting' : 'payouts.textFirst'
}

function Payout({ payout }: { payout: StudioWire['payouts'][number] }) {
  const { t } = useTranslation(['studio', 'pix-key'])
  const { amount, net, withheld, status, endToEndId, createdAt, endedAt } = payout
  const taxes = WITHHELD_TAXES.filter((tax) => withheld[tax] > 0).map((tax) =>
    t('payouts.withheld', { tax: tax.toUpperCase(), amount: unbroken(formatBRL(withheld[tax])) }),
  )
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 py-4">
      <p className="figures text-lg">{unbroken(formatBRL(status === 'paid' ? net : amount))}</p>
      <p className={status === 'paid' ? 'font-medium' : 'text-muted'}>{t(`payouts.statuses.${status}`)}</p>
      <p className="col-span-2 wrap-anywhere text-muted text-sm">
        {t(`pix-key:types.${payout.pixKeyType}`)}
        {' · '}
        <span className="figures">{formatPixKey(payout.pixKeyType, payout.pixKey)}</span>
      </p>
      <p className="figures col-span-2 text-muted text-sm">
        {formatDateTime(endedAt ?? createdAt, currentLanguage())}
      </p>
      {taxes.length > 0 && <p className="col-span-2 text-muted text-sm">{taxes.join(' · ')}</p>}
      {endToEndId && status === 'paid' && (
        <p className="col-span-2 wrap-anywhere text-muted text-sm">
          {t('payouts.receipt', { id: endToEndId })}
        </p>
      )}
    </li>
  )
}

function KeyRows({ of: { legalName, pixKeyType, pixKey } }: { of: NonNullable<StudioWire['key']> }) {
  const { t } = useTranslation(['studio', 'pix-key'])
  return (
    <Rows>
      <Row label={t('payouts.legalName')} value={legalName} />
      <Row label={t(`pix-key:types.${pixKeyType}`)} value={formatPixKey(pixKeyType, pixKey)} />
    </Rows>
  )
}

function KeyForm({ title }: { title: string }) {
  const { t } = useTranslation('studio')
  const form = useForm<Payee>({ defaultValues: NOBODY })
  const enter = useStudioAction(
    ({ legalName, ...key }: Payee) =>
      api('POST /studio/keys', { body: { legalName, ...enteredPixKey(key) } }),
    t('payouts.saved'),
    () => form.reset(NOBODY),
  )
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={form.handleSubmit((values) => {
        if (!enter.isPending) enter.mutate(values)
      })}
      className="flex flex-col gap-6 rounded-sheet border border-line bg-raised p-5 sm:p-8"
    >
      <h2 className="section-title">{title}</h2>
      <PayeeFields
        form={form}
        words={{
          legalName: t('payouts.legalName'),
          legalNameHint: t('payouts.legalNameHint'),
        }}
      />
      <Button type="submit" busy={enter.isPending}>
        {t('payouts.save')}
      </Button>
    </form>
  )
}
