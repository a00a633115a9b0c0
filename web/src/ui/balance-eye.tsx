import { useTranslation } from 'react-i18next'
import { useBalanceShown } from '../lib/balance.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Shows and hides one's money, beside it: one amount, or `both`, as in the header; `deciding` as of `MaskedAmount`. */
export function BalanceEye({ both = false, deciding = false }: { both?: boolean; deciding?: boolean }) {
  const { t } = useTranslation('layout')
  const [shown, toggle] = useBalanceShown(deciding)
  const label = both
    ? t(shown ? 'balance.hide' : 'balance.show')
    : t(shown ? 'balance.hideOwn' : 'balance.showOwn')
  return (
    <IconButton label={label} aria-pressed={shown} onClick={toggle}>
      <Icon name={shown ? 'eyeOff' : 'eye'} />
    </IconButton>
  )
}
