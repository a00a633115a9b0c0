import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../session/provider.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'

/** Language, theme and signing out. */
export function AccountControls() {
  const { t } = useTranslation('layout')
  const { signOut } = useSignedIn()
  return (
    <div className="flex items-center">
      <AccountSwitches />
      <IconButton label={t('signOut')} onClick={() => void signOut()}>
        <Icon name="signOut" />
      </IconButton>
    </div>
  )
}

/** Language and theme. The language is saved with the profile, because e-mails are written in it. */
export function AccountSwitches() {
  const { changeProfile } = useSignedIn()
  return (
    <>
      <LanguageSwitch
        onChange={(language) => {
          // The page is already in the new language; at worst the next e-mail is in the old one.
          changeProfile({ language }).catch(() => undefined)
        }}
      />
      <ThemeSwitch />
    </>
  )
}
