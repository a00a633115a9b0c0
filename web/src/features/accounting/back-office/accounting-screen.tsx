import { useMutation, useQuery } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { AccountingMonthWire } from '#server/product/accounting/contract.ts'
import { ApiError, dataOf, download } from '../../../lib/api.ts'
import { unbroken } from '../../../lib/format.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { MonthSteps, useMonth } from '../../../ui/month-steps.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** `/admin/accounting` — a month of the ledger for the accountant; the month is in the address. */
export function AccountingScreen() {
  const { t } = useTranslation('accounting-back-office')
  const shown = useMonth()
  const { month } = shown
  const { data, isPending, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'accounting', month],
    queryFn: ({ signal }) => dataOf('GET /admin/accounting', { query: { month }, signal }),
  })
  return (
    <div className="max-w-6xl">
      <ScreenTitle lead={t('lead')}>{t('title')}</ScreenTitle>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <MonthSteps of={shown} previous={t('previous')} next={t('next')} />
        <Save
          call="GET /admin/accounting.xlsx"
          month={month}
          name={`tune-${month}.xlsx`}
          label={t('workbook')}
        />
        <Save call="GET /admin/accounting.csv" month={month} name={`tune-${month}.csv`} label={t('file')} />
        <Save
          call="GET /admin/accounting/ledger.csv"
          month={month}
          name={`tune-${month}-ledger.csv`}
          label={t('machine')}
        />
      </div>
      {data && <Balances of={data} />}
      {!data && isPending && <Skeleton className="h-96" />}
      {!data && !isPending && (
        <Failure message={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </div>
  )
}

type SaveProps = {
  call: 'GET /admin/accounting.xlsx' | 'GET /admin/accounting.csv' | 'GET /admin/accounting/ledger.csv'
  month: string
  name: string
  label: string
}

function Save({ call, month, name, label }: SaveProps) {
  const { t } = useTranslation('accounting-back-office')
  const save = useMutation({
    mutationFn: () => download(call, { query: { month } }),
    onSuccess: (content) => saveFile(content, name),
    // No part of an answer is saved. A refusal says why it is one; without an answer the file was cut off, or never came.
    onError: (fault) =>
      toast.error((fault instanceof ApiError && fault.status > 0 && fault.message) || t('incomplete')),
  })
  return (
    <Button look="secondary" busy={save.isPending} onClick={() => save.mutate()}>
      {label}
    </Button>
  )
}

const COLUMNS = ['opening', 'came', 'went', 'closing'] as const

function Balances({ of: { accounts, isBalanced, movements } }: { of: AccountingMonthWire }) {
  const { t, i18n } = useTranslation('accounting-back-office')
  if (accounts.length === 0) return <p className="text-muted">{t('empty')}</p>
  return (
    <>
      <Notice tone={isBalanced ? 'plain' : 'loss'}>{t(isBalanced ? 'balanced' : 'unbalanced')}</Notice>
      <p className="mt-4 text-muted text-sm">
        {t('movements')}: <span className="figures">{movements.toLocaleString(i18n.language)}</span>
      </p>
      <table className="mt-4 w-full text-sm max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-line border-b text-left text-muted">
            <th className="py-2 pr-4 font-medium">{t('account')}</th>
            {COLUMNS.map((column) => (
              <th key={column} className="py-2 pl-4 text-right font-medium">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">
          {accounts.map((row) => (
            <Balance
              key={row.account}
              name={t(`accounts.${row.account}` as 'accounts.fans_available', { defaultValue: row.account })}
              of={row}
            />
          ))}
        </tbody>
        <tfoot className="border-edge border-t font-medium max-md:block">
          <Balance name={t('total')} of={totalOf(accounts)} />
        </tfoot>
      </table>
      <p className="mt-4 max-w-[60ch] text-muted text-sm">{t('hint')}</p>
    </>
  )
}

type Amounts = Record<(typeof COLUMNS)[number], number>

/** A line of the table; on phones its amounts stand below one another, each with its name. */
function Balance({ name, of }: { name: string; of: Amounts }) {
  const { t } = useTranslation('accounting-back-office')
  return (
    <tr className="max-md:block max-md:py-3">
      <th scope="row" className="min-w-40 py-2 pr-4 text-left font-[inherit] max-md:block">
        {name}
      </th>
      {COLUMNS.map((column) => (
        <td
          key={column}
          className="figures whitespace-nowrap py-2 pl-4 text-right max-md:flex max-md:justify-between max-md:py-0.5 max-md:pl-0"
        >
          <span aria-hidden="true" className="font-sans text-muted md:hidden">
            {t(column)}
          </span>
          {unbroken(formatBRL(of[column]))}
        </td>
      ))}
    </tr>
  )
}

function totalOf(accounts: readonly Amounts[]): Amounts {
  const sum = (column: keyof Amounts) => accounts.reduce((total, row) => total + row[column], 0)
  return { opening: sum('opening'), came: sum('came'), went: sum('went'), closing: sum('closing') }
}
