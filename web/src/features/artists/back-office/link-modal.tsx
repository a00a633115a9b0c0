import { useTranslation } from 'react-i18next'
import { copyText } from '../../../lib/copy-text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** Shows a new link, this once. */
export function LinkModal({ token, onClose }: { token: string; onClose(): void }) {
  const { t } = useTranslation(['artists-back-office', 'common'])
  const address = `${location.origin}${paths.artist(token)}`
  const words = { copied: t('link.copied'), failed: t('link.copyFailed') }
  return (
    <Modal open onClose={onClose} title={t('link.modal')}>
      <TextField
        label={t('link.address')}
        hint={t('link.once')}
        readOnly
        value={address}
        className="figures text-sm"
        onFocus={(event) => event.target.select()}
      />
      <ModalActions>
        <Button onClick={() => void copyText(address, words)}>{t('link.copy')}</Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:close')}
        </Button>
      </ModalActions>
    </Modal>
  )
}
