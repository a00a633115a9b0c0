import { useTranslation } from 'react-i18next'
import { languageTag } from '#i18n/language.ts'
import type { FiguresWire } from '#server/product/operations/figures-contract.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Chart } from './chart.tsx'
import { DURATION, ratio, SHARE, sumOf, TIMES } from './series.ts'

const QUESTIONS = [
  { name: 'played', of: 'played', to: 'issued', words: SHARE },
  { name: 'resale', of: 'resale', to: 'firstPrice', words: SHARE },
  { name: 'waited', of: 'waited', to: 'resold', words: DURATION },
  { name: 'bidsEach', of: 'bids', to: 'resold', words: TIMES },
] as const

/** What the market is asked, a chart for each answer. */
export function Questions({ figures }: { figures: FiguresWire | undefined }) {
  const { t } = useTranslation('operations-back-office')
  const count = (value: number) => value.toLocaleString(languageTag(currentLanguage()))
  return QUESTIONS.map(({ name, of, to, words }) => {
    const series = figures && ratio(figures, of, to, words)
    const total =
      series?.total != null && name === 'played' && figures
        ? t('dashboard.playedOf', {
            share: words.write(series.total),
            played: count(sumOf(figures.days, 'played')),
            issued: count(sumOf(figures.days, 'issued')),
          })
        : undefined
    return <Chart key={name} title={t(`dashboard.questions.${name}`)} series={series} total={total} />
  })
}
