import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'

/** The project is being created; it leads to the list. */
export function DoneModal() {
  const { t } = useTranslation(['projects-back-office', 'common'])
  const navigate = useNavigate()
  const leave = () => void navigate(paths.adminProjects)
  return (
    <Modal open closable={false} onClose={leave} title={t('create.doneTitle')}>
      <p>{t('create.doneText')}</p>
      <ModalActions>
        <Button onClick={leave}>{t('common:understood')}</Button>
      </ModalActions>
    </Modal>
  )
}
