import { useTranslation } from 'react-i18next'

/** Money that is hidden until asked for: phones are looked at over shoulders. */
export function MaskedAmount({ text, shown }: { text: string; shown: boolean }) {
  const { t } = useTranslation('layout')
  if (shown) return text
  return (
    <>
      <span aria-hidden="true">{t('balance.masked')}</span>
      <span className="sr-only">{t('balance.maskedLabel')}</span>
    </>
  )
}
