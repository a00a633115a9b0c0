import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { INVOICE_STATUSES } from '#domain/service-invoice.ts'
import type { ServiceInvoiceWire } from '#server/product/invoices/contract.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { Pill } from '../../../back-office/pill.tsx'
import { ReasonField } from '../../../back-office/reason-field.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { useList } from '../../../back-office/use-list.ts'
import { useAddressChoice } from '../../../lib/address.ts'
import { dataOf } from '../../../lib/api.ts'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Choice } from '../../../ui/choice.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'

const WHICH = ['waiting', 'all'] as const

/** `/admin/invoices` — service invoices: what somebody has to look at, and all of them. */
export function InvoicesScreen() {
  const { t } = useTranslation('invoices-back-office')
  const [which, show] = useAddressChoice('which', WHICH)
  const list = useList(which === 'waiting' ? 'GET /admin/invoices-waiting' : 'GET /admin/invoices', {
    offered: {
      choices: [
        {
          name: 'status',
          label: t('state'),
          options: INVOICE_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
      ],
      days: true,
      amounts: true,
    },
  })
  const [settling, settle] = useState<ServiceInvoiceWire | null>(null)
  const { data: regime } = useQuery({
    queryKey: ['admin', 'invoices-regime'],
    queryFn: ({ signal }) => dataOf('GET /admin/invoices-regime', { signal }),
  })
  const columns: Column<ServiceInvoiceWire>[] = [
    { title: t('when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: t('what'), cell: (invoice) => <About of={invoice} /> },
    { title: t('amount'), figures: true, cell: ({ amount }) => unbroken(formatBRL(amount)) },
    { title: t('state'), cell: (invoice) => <State of={invoice} /> },
    { title: t('actions'), cell: (invoice) => <Actions of={invoice} onSettle={() => settle(invoice)} /> },
  ]
  return (
    <>
      <ScreenTitle lead={t('lead')}>{t('title')}</ScreenTitle>
      {regime?.length === 0 && (
        <div className="mb-4">
          <Notice>{t('off')}</Notice>
        </div>
      )}
      <div className="mb-4 max-w-sm">
        <Choice
          label={t('which')}
          options={WHICH.map((value) => ({ value, label: t(value) }))}
          value={which}
          onChange={show}
        />
      </div>
      <DataList
        list={list}
        searchLabel={t('search')}
        file={t('file')}
        columns={columns}
        empty={t(which === 'all' ? 'emptyAll' : regime?.length === 0 ? 'emptyOff' : 'empty')}
      />
      <p className="mt-4 max-w-[60ch] text-muted text-sm">{t('counsel')}</p>
      {settling && <SettleDialog invoice={settling} onClose={() => settle(null)} />}
    </>
  )
}

const LINK = 'link flex min-h-11 items-center justify-end gap-1.5 md:justify-start'

function About({ of: { subject, project, customer, payment, declaration } }: { of: ServiceInvoiceWire }) {
  const { t } = useTranslation('invoices-back-office')
  return (
    <span className="min-w-0 max-w-[32ch] text-right [overflow-wrap:anywhere] md:block md:text-left">
      <span className="block font-medium">
        {t(`subjects.${subject}`)} · {project}
      </span>
      {customer && <span className="block">{t('to', { name: customer })}</span>}
      <span className="block text-muted text-xs">{t('declaration', { declaration })}</span>
      <Link to={paths.adminPayment(payment)} className={LINK}>
        {t('payment')}
      </Link>
    </span>
  )
}

/** What it is, and where somebody has to act, what to do. */
function State({ of }: { of: ServiceInvoiceWire }) {
  const { status, refusal, said, trouble, troubledAt, note, number, link, artist } = of
  const { t, i18n } = useTranslation('invoices-back-office')
  const isOpen = status === 'refused' || status === 'kept'
  const isUnderWay = status === 'waiting' || status === 'cancelling'
  const known = i18n.exists(`invoices-back-office:advice.${refusal}`)
  return (
    <span className="min-w-0 max-w-[44ch] text-right [overflow-wrap:anywhere] md:block md:text-left">
      <Pill tone={isUnderWay || isOpen ? 'wait' : 'plain'}>
        {t(trouble && isUnderWay ? `late.${status}` : `statuses.${status}`)}
      </Pill>
      {trouble && (
        <>
          <span className="block">{t(`troubles.${trouble}`)}</span>
          <span className="block">{t('again')}</span>
        </>
      )}
      {troubledAt && (
        <span className="block text-muted text-xs">
          {t('since')} <Moment at={troubledAt} />
        </span>
      )}
      {isOpen && (
        <span className="block">{t(known ? (`advice.${refusal}` as 'advice.other') : 'advice.other')}</span>
      )}
      {said && <span className="block text-muted text-xs">{t('said', { said })}</span>}
      {isOpen && refusal && /^E\d/.test(refusal) && (
        <span className="block text-muted text-xs">{t('code', { code: refusal })}</span>
      )}
      {note && <span className="block text-muted text-xs">{note}</span>}
      {refusal === 'customer_unknown' && artist && (
        <Link to={paths.adminArtist(artist)} className={LINK}>
          {t('artist')}
        </Link>
      )}
      {link && number !== null && (
        <a href={link} target="_blank" rel="noreferrer" className={LINK}>
          {t('number', { number })}
          <Icon name="external" className="size-4" />
        </a>
      )}
    </span>
  )
}

function Actions({ of: { uid, status, amount }, onSettle }: { of: ServiceInvoiceWire; onSettle(): void }) {
  const { t } = useTranslation('invoices-back-office')
  const retry = useAdminAction('POST /admin/invoices/{uid}/retry', {
    done: () => t('retried'),
    failed: t('failed'),
  })
  if (status !== 'refused' && status !== 'kept') return <span className="text-muted">--</span>
  const of = { amount: formatBRL(amount) }
  return (
    <span className="flex flex-wrap justify-end gap-2 md:justify-start">
      <RowButton
        label={t('retryOf', of)}
        disabled={retry.isPending}
        onClick={() => retry.mutate({ params: { uid } })}
      >
        {t('retry')}
      </RowButton>
      <RowButton aria-haspopup="dialog" label={t('settleOf', of)} onClick={onSettle}>
        {t('settle')}
      </RowButton>
    </span>
  )
}

/** Notes what was done about an invoice by hand. */
function SettleDialog({ invoice, onClose }: { invoice: ServiceInvoiceWire; onClose(): void }) {
  const { t } = useTranslation('invoices-back-office')
  const form = useForm<{ note: string }>({ defaultValues: { note: '' } })
  return (
    <DecisionDialog
      call="POST /admin/invoices/{uid}/settle"
      title={t('settleTitle')}
      form={form}
      request={({ note }) => ({ params: { uid: invoice.uid }, body: { note: note.trim() } })}
      submit={t('settle')}
      done={() => t('settled')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p>{t('settleText')}</p>
      <ReasonField
        label={t('note')}
        hint={t('noteHint')}
        tooLong={t('tooLong')}
        error={form.formState.errors.note?.message}
        register={(rules) => form.register('note', rules)}
      />
    </DecisionDialog>
  )
}
