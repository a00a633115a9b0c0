import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import { DepositChoice } from './deposit-choice.tsx'
import { SuccessPanel } from './success-panel.tsx'

/** `/deposit` — money from outside into the wallet. */
export function DepositScreen() {
  const { t } = useTranslation('payment')
  const [sent, setSent] = useState(false)
  const place = useFocusInPlace<HTMLDivElement>(sent)
  return (
    <div ref={place} className="mx-auto max-w-lg">
      <ScreenTitle lead={sent ? undefined : t('deposit.lead')}>{t('deposit.title')}</ScreenTitle>
      {sent ? (
        <SuccessPanel title={t('deposit.success.title')} lines={[t('deposit.success.text')]}>
          <ButtonLink to={paths.dashboard}>{t('deposit.success.listen')}</ButtonLink>
          <Button look="secondary" onClick={() => setSent(false)}>
            {t('deposit.success.again')}
          </Button>
        </SuccessPanel>
      ) : (
        <DepositChoice onSent={() => setSent(true)} />
      )}
    </div>
  )
}
