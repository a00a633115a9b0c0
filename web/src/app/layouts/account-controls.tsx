import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../lib/i18n.ts'
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

/** Language and theme. The language becomes the account's: mails and notifications are in it, too. */
export function AccountSwitches() {
  const { t } = useTranslation('layout')
  const { profile, changeProfile } = useSignedIn()
  return (
    <>
      <LanguageSwitch
        onChange={(language) => {
          changeProfile({ language }).catch(() => {
            void i18n.changeLanguage(profile.language)
            toast.error(t('languageNotSaved'))
          })
        }}
      />
      <ThemeSwitch />
    </>
  )
}
