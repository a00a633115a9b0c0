import { useTranslation } from 'react-i18next'
import { useBalanceShown } from '../lib/balance.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Shows and hides one's money, beside it. The header has its own, for both amounts. */
export function BalanceEye() {
  const { t } = useTranslation('layout')
  const [shown, toggle] = useBalanceShown()
  return (
    <IconButton
      label={shown ? t('balance.hideOwn') : t('balance.showOwn')}
      aria-pressed={shown}
      onClick={toggle}
    >
      <Icon name={shown ? 'eyeOff' : 'eye'} />
    </IconButton>
  )
}
