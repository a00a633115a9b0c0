import { useTranslation } from 'react-i18next'
import { formatDayOfYear } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { changeOf, isEmpty, type Series } from './series.ts'

/** A chart in sentences: all of it, each day, and how it compares with the days before. */
export function useChartWords(title: string, series: Series) {
  const { t } = useTranslation('operations-back-office')
  const { days, write } = series
  const count = days.length
  const say = (value: number | null) => (value === null ? t('dashboard.noValue') : write(value))

  function reading(index: number): string {
    const day = days[index]
    if (!day) return ''
    return t('dashboard.reading', {
      day: formatDayOfYear(day.day, currentLanguage()),
      value: say(day.value),
      dayBefore: formatDayOfYear(day.before.day, currentLanguage()),
      before: say(day.before.value),
    })
  }

  function summary(): string {
    const best = days.reduce((top, day) => ((day.value ?? 0) > (top?.value ?? 0) ? day : top), days[0])
    return t('dashboard.chart', {
      title,
      from: formatDayOfYear(days[0]?.day ?? '', currentLanguage()),
      to: formatDayOfYear(days.at(-1)?.day ?? '', currentLanguage()),
      total: say(series.total),
      best: formatDayOfYear(best?.day ?? '', currentLanguage()),
      amount: say(best?.value ?? null),
    })
  }

  function comparison(): string {
    if (isEmpty(series)) return ''
    if (series.before === null) return t('dashboard.nothingBefore', { count })
    const before = write(series.before)
    const change = changeOf(series)
    return change === null
      ? t('dashboard.onlyBefore', { count, before })
      : t('dashboard.compared', { count, change, before })
  }

  return { reading, summary, comparison }
}
