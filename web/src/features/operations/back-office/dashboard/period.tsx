import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { type AddressFilters, useAddressFilters } from '../../../../back-office/address-filters.ts'
import { DayField } from '../../../../back-office/filter-panel.tsx'
import { download } from '../../../../lib/api.ts'
import { serverNow } from '../../../../lib/clock.ts'
import { dayOf } from '../../../../lib/month.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { Button } from '../../../../ui/button.tsx'
import { Choice } from '../../../../ui/choice.tsx'

/** So many days, today included; the first is what is shown unasked. */
const SPANS = ['30', '7', '90', '365'] as const
const DAY_MS = 86_400_000

export const usePeriod = () => useAddressFilters(['from', 'to'])
const firstOf = (days: string) => dayOf(new Date(serverNow() - (Number(days) - 1) * DAY_MS))

type PeriodFieldsProps = {
  period: AddressFilters
  /** Why the days make no sense. */
  error: string | undefined
}

/** The days that figures are of, in the address; and the same as a file. */
export function PeriodFields({ period, error }: PeriodFieldsProps) {
  const { t } = useTranslation(['operations-back-office', 'back-office'])
  const { values, replace } = period
  const { from = '', to = '' } = values
  const isUnasked = from === '' && to === ''
  const chosen = isUnasked ? SPANS[0] : SPANS.find((days) => to === '' && from === firstOf(days))
  const save = useMutation({
    mutationFn: () => download('GET /admin/figures.csv', { query: values }),
    onSuccess: (content) => saveFile(content, `${t('dashboard.file')}.csv`),
    onError: () => toast.error(t('back-office:list.saveFailed')),
  })
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <div className="w-full text-sm sm:w-auto [&_label]:px-2 sm:[&_label]:px-4">
        <Choice
          label={t('dashboard.period')}
          options={SPANS.toSorted((one, other) => Number(one) - Number(other)).map((value) => ({
            value,
            label: t(`dashboard.spans.${value}`),
          }))}
          value={chosen ?? ''}
          onChange={(days) => replace(days === SPANS[0] ? {} : { from: firstOf(days) })}
        />
      </div>
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className={name === 'to' && error ? 'w-full sm:w-64' : 'w-36'}>
          <DayField name={name} filters={period} error={name === 'to' ? error : undefined} />
        </div>
      ))}
      <Button look="secondary" busy={save.isPending} onClick={() => save.mutate()} className="sm:ml-auto">
        {t('dashboard.saveFigures')}
      </Button>
    </div>
  )
}
