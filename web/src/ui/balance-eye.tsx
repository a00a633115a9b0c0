import { useTranslation } from 'react-i18next'
import { useBalanceShown } from '../lib/balance.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Shows and hides one's money, beside it: one amount, or `both`, as in the header. */
export function BalanceEye({ both = false }: { both?: boolean }) {
  const { t } = useTranslation('layout')
  const [shown, toggle] = useBalanceShown()
  const label = both
    ? t(shown ? 'balance.hide' : 'balance.show')
    : t(shown ? 'balance.hideOwn' : 'balance.showOwn')
  return (
    <IconButton label={label} aria-pressed={shown} onClick={toggle}>
      <Icon name={shown ? 'eyeOff' : 'eye'} />
    </IconButton>
  )
}
