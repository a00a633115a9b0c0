import { useTranslation } from 'react-i18next'
import { Choice } from '../../../ui/choice.tsx'

/** Payment methods other than the wallet. */
export type OutsideMethod = 'pix' | 'card'

export function MethodChoice(props: { value: OutsideMethod; onChange(method: OutsideMethod): void }) {
  const { t } = useTranslation('payments')
  const options = [
    { value: 'pix', label: t('method.pix') },
    { value: 'card', label: t('method.card') },
  ] as const
  return <Choice label={t('method.label')} options={options} {...props} />
}
