import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isUnprovenChange } from '../../../lib/auth-door.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { makeRecoveryCodes } from './api.ts'

/** Ten recovery codes, shown this once. */
export function RecoveryModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('people-security')
  return (
    // A click outside must not lose what is shown only once.
    <Modal open={open} onClose={onClose} title={t('recovery.title')} closable={false}>
      <Codes onClose={onClose} />
    </Modal>
  )
}

function Codes({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['people-security', 'common'])
  const making = useMutation({ mutationFn: makeRecoveryCodes })
  const codes = making.data

  if (!codes) {
    return (
      <>
        <p>{t('recovery.lead')}</p>
        {making.isError && !isUnprovenChange(making.error) && (
          <div className="mt-4">
            <Notice tone="loss">{t('failed')}</Notice>
          </div>
        )}
        <ModalActions>
          <Button busy={making.isPending} onClick={() => making.mutate()}>
            {t('recovery.make')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </>
    )
  }
  const words = { copied: t('recovery.copied'), failed: t('recovery.notCopied') }
  return (
    <>
      <Notice>{t('recovery.once')}</Notice>
      <ul aria-label={t('recovery.title')} className="figures mt-4 grid grid-cols-2 gap-x-6 gap-y-2 text-lg">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      {/* Other buttons than before: the one that was pressed must not close what is shown once. */}
      <ModalActions key="codes">
        <Button onClick={onClose}>{t('recovery.kept')}</Button>
        <Button look="secondary" onClick={() => void copyText(codes.join('\n'), words)}>
          {t('recovery.copy')}
        </Button>
      </ModalActions>
    </>
  )
}
